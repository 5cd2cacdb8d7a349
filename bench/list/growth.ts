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

const JOBS = 32
const AT_ONCE = 500

/** Whether a gate costs the same after a long history: the floor is the same gate behind a log that has just begun. */
export async function benchGrowth(folder: string, effort: Effort): Promise<readonly Row[]> {
  const stores: Store[] = []
  const open = async (events: number): Promise<Loop> => {
    const store = await openSqliteStore({ folder: join(folder, String(events)) })
    stores.push(store)
    return gatesOn(store, events)
  }
  try {
    const fresh = await open(0)
    const loops: Record<string, Loop> = {}
    for (const events of effort.events) loops[`gate after ${events.toLocaleString('en')} events`] = await open(events)
    const same = Object.fromEntries(Object.keys(loops).map((workload) => [workload, fresh]))
    const floor: Contender = { name: 'a new log', answers: 'the same behind a log that has just begun', loops: same }
    const ours: Contender = { name: OURS, answers: 'a call decided, recorded and claimed', loops }
    const batches = Object.fromEntries(Object.keys(loops).map((workload) => [workload, 4 * JOBS]))
    return await measure({ path: 'list', unit: 'gates/s', floor, contenders: [ours], batches }, effort)
  } finally {
    for (const store of stores) await store.close()
  }
}

/** Gates of jobs that are free, so that each is one write. */
async function gatesOn(store: Store, events: number): Promise<Loop> {
  const ports = await portsOn(store)
  const jobs: Job[] = []
  for (let number = 0; number < JOBS; number++) jobs.push(await startJobUnder(ports, `job-${number}`, 'jobs/full'))
  let count = 0
  const ask = async (): Promise<void> => {
    const number = count++
    const { status } = await askAbout(ports, jobs[number % JOBS] as Job, number)
    if (status !== 'allowed') throw new Error(`The call was ${status}.`)
  }
  await lengthen(store, events, ask)
  return async (calls) => {
    for (let done = 0; done < calls; done += JOBS) {
      await Promise.all(Array.from({ length: Math.min(JOBS, calls - done) }, ask))
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
