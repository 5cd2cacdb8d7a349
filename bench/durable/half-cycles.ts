import type { Write } from '../../src/engine/ports.ts'
import { MemoryStore } from '../../src/store/memory.ts'
import { approve, hold, portsOn, startHeldJob } from './our-parts.ts'

/** What one half of a cycle writes, as text. */
export interface HalfCycle {
  readonly events: string
  readonly rows: string
  readonly effects: string
}

/** The bytes that our own hold and our own approval write, for whoever wants to write as many. */
export async function halfCycles(): Promise<readonly [hold: HalfCycle, approve: HalfCycle]> {
  const store = new MemoryStore()
  const ports = await portsOn(store)
  const job = await startHeldJob(ports, 'job-0')
  const writes: Write[] = []
  const append = store.append.bind(store)
  store.append = (write) => {
    writes.push(write)
    return append(write)
  }
  await approve(ports, await hold(ports, job, 0))
  const [held, approved] = writes
  if (held === undefined || approved === undefined || writes.length !== 2) throw new Error('A half-cycle is one write.')
  return [toText(held), toText(approved)]
}

function toText({ events, rows, effects }: Write): HalfCycle {
  const text = (values: readonly unknown[]) => JSON.stringify(values)
  return { events: text(events), rows: text(rows.map(({ row }) => row)), effects: text(effects) }
}
