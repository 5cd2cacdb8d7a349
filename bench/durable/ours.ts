import { openLeeway } from '../../src/compose.ts'
import { AppError } from '../../src/model/errors.ts'
import type { Job } from '../../src/model/job.ts'
import type { JobHandle } from '../../src/sdk/job-handle.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { OURS } from '../result.ts'
import { callOf } from './call.ts'
import { type Cycler, WIDTHS } from './cycler.ts'
import { approve, goOn, hold, portsOn, startHeldJob } from './our-parts.ts'

const JOBS = Math.max(...Object.values(WIDTHS))

/** The verbs of our engine, one after the other: hold, approve, claim, each committed. */
export async function openOurs(folder: string): Promise<Cycler> {
  const store = await openSqliteStore({ folder })
  const ports = await portsOn(store)
  const jobs: Job[] = []
  for (let number = 0; number < JOBS; number++) jobs.push(await startHeldJob(ports, `job-${number}`))
  let count = 0
  return {
    name: OURS,
    answers: 'synced; decision with trace, signed log, approval bound to the content and spent by a claim',
    cycle: async () => {
      const number = count++
      const job = take(jobs)
      const held = await hold(ports, job, number)
      await approve(ports, held)
      await goOn(ports, held, number)
      jobs.push(job)
    },
    close: () => store.close(),
  }
}

/** The same as an agent has it: it asks and leaves, a person approves, it comes back under the same key and goes on. */
export async function openOursBySdk(root: string): Promise<Cycler> {
  const leeway = await openLeeway({ root, agent: 'scout', policy: 'jobs/dependent', onHold: 'throw' })
  const store = await openSqliteStore({ folder: `${root}/.leeway` })
  const ports = await portsOn(store)
  const jobs: JobHandle[] = []
  for (let number = 0; number < JOBS; number++) jobs.push(await leeway.job({ key: `job-${number}` }))
  let count = 0
  return {
    name: 'leeway, SDK',
    answers: 'the same through the SDK, with the reviewer on a connection of its own',
    cycle: async () => {
      const number = count++
      const job = take(jobs)
      const ask = () => job.gate({ kind: 'tool', ...callOf(number) }, { key: `key-${number}` })
      const id = await heldBy(ask)
      const found = await store.get('checkpoints', id)
      if (found === undefined) throw new Error(`There is no checkpoint ${id}.`)
      await approve(ports, found.row)
      const { go } = await ask()
      if (!go) throw new Error('An approved call may not go on.')
      jobs.push(job)
    },
    close: async () => {
      await store.close()
      await leeway.close()
    },
  }
}

/** A job asks one thing at a time, as an agent does. */
function take<Item>(idle: Item[]): Item {
  const job = idle.pop()
  if (job === undefined) throw new Error('Every job is busy.')
  return job
}

async function heldBy(ask: () => Promise<unknown>): Promise<string> {
  try {
    await ask()
  } catch (error) {
    const id = error instanceof AppError && error.code === 'held' ? error.details.checkpoint : undefined
    if (id !== undefined) return id
    throw error
  }
  throw new Error('The call was not held.')
}
