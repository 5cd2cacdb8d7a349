import type { Store } from '../../src/engine/ports.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { CheckpointId, JobId } from '../../src/model/ids.ts'
import { MemoryStore } from '../../src/store/memory.ts'
import { hold, portsOn, startHeldJob } from '../durable/our-parts.ts'
import { progress } from '../progress.ts'

const AT_ONCE = 1_000
const START = Date.parse('2026-05-04T12:00:00.000Z')

/** Puts checkpoints that wait into a store, each with the content of a real one, a second apart. */
export async function fillPending(store: Store, count: number): Promise<void> {
  const ports = await portsOn(new MemoryStore())
  const real = await hold(ports, await startHeldJob(ports, 'job-0'), 0)
  for (let from = 0; from < count; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - from)
    const rows = Array.from({ length: size }, (_, at) => rowOf(real, from + at))
    await store.append({ seen: [], rows, events: [], effects: [] })
    if ((from + size) % 100_000 === 0) progress(`list: ${from + size} of ${count} checkpoints wait`)
  }
}

/** When the checkpoint of this number was opened. */
export function openedAt(number: number): string {
  return new Date(START + number * 1_000).toISOString()
}

/** The id of the checkpoint of this number. */
export function idOf(number: number): string {
  return `chk-${number}`
}

function rowOf(real: Checkpoint, number: number) {
  const id = CheckpointId.parse(idOf(number))
  const row: Checkpoint = { ...real, id, job: JobId.parse(`job-${number}`), opened_at: openedAt(number) }
  return { table: 'checkpoints', id, version: 0, row } as const
}
