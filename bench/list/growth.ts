import { join } from 'node:path'
import type { Store, Write } from '../../src/engine/ports.ts'
import type { Job } from '../../src/model/job.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import type { Contender, Loop } from '../contender.ts'
import { askAbout, portsOn, startJobUnder } from '../durable/our-parts.ts'
import type { Effort } from '../effort.ts'
import { measure } from '../measure.ts'
import { progress } from '../progress.ts'
import { OURS, type Row } from '../result.ts'

const WIDTH = 32
const AT_ONCE = 500

/** What a store holds before gates are asked there. */
interface Grown {
  readonly events: number
  readonly jobs: number
}

/** Whether a gate costs the same after a long history and among many jobs: the floor is the same gate in a store that has just begun. */
export async function benchGrowth(folder: string, effort: Effort): Promise<readonly Row[]> {
  const stores: Store[] = []
  const open = async (grown: Partial<Grown>): Promise<Loop> => {
    const store = await openSqliteStore({ folder: join(folder, String(stores.length)) })
    stores.push(store)
    return gatesOn(store, { events: 0, jobs: WIDTH, ...grown })
  }
  try {
    const fresh = await open({})
    const loops: Record<string, Loop> = {}
    for (const events of effort.events)
      loops[`gate after ${events.toLocaleString('en')} events`] = await open({ events })
    loops[`gate among ${effort.jobs.toLocaleString('en')} jobs`] = await open({ jobs: effort.jobs })
    const same = Object.fromEntries(Object.keys(loops).map((workload) => [workload, fresh]))
    const floor: Contender = {
      name: 'a new log',
      answers: 'the same of 32 jobs, behind a log that has just begun',
      loops: same,
    }
    const ours: Contender = { name: OURS, answers: 'a call decided, recorded and claimed', loops }
    const batches = Object.fromEntries(Object.keys(loops).map((workload) => [workload, 4 * WIDTH]))
    return await measure({ path: 'list', unit: 'gates/s', floor, contenders: [ours], batches }, effort)
  } finally {
    for (const store of stores) await store.close()
  }
}

/** Gates of jobs that are free, so that each is one write. */
async function gatesOn(store: Store, { events, jobs: many }: Grown): Promise<Loop> {
  const ports = await portsOn(store)
  const jobs: Job[] = []
  while (jobs.length < many) {
    const more = Array.from({ length: Math.min(AT_ONCE, many - jobs.length) }, (_, at) => `job-${jobs.length + at}`)
    jobs.push(...(await Promise.all(more.map((id) => startJobUnder(ports, id, 'jobs/full')))))
  }
  let count = 0
  const ask = async (): Promise<void> => {
    const number = count++
    const { status } = await askAbout(ports, jobs[number % many] as Job, number)
    if (status !== 'allowed') throw new Error(`The call was ${status}.`)
  }
  await lengthen(store, events, ask)
  return async (calls) => {
    for (let done = 0; done < calls; done += WIDTH) {
      await Promise.all(Array.from({ length: Math.min(WIDTH, calls - done) }, ask))
    }
    return calls
  }
}

/** Writes the events of a real gate again and again, many at once. */
async function lengthen(store: Store, events: number, ask: () => Promise<void>): Promise<void> {
  let real: Write['events'] = []
  const append = store.append.bind(store)
  store.append = (write) => {
    real = write.events
    return append(write)
  }
  await ask()
  store.append = append
  const some = Array.from({ length: Math.ceil(AT_ONCE / real.length) }, () => real).flat()
  for (let written = 0; written < events; written += some.length) {
    await store.append({ seen: [], rows: [], events: some, effects: [] })
    if (written % (200 * AT_ONCE) === 0) progress(`list: ${written} of ${events} events`)
  }
}
