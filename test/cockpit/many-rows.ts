import type { Store } from '../../src/engine/ports.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { CheckpointId } from '../../src/model/ids.ts'

const AT_ONCE = 1000
const START = Date.parse('2026-05-04T12:00:00.000Z')

/** Lets a real checkpoint wait as often as it takes, a second apart, in the store that the server reads; the first has this number. */
export async function fillRows(store: Store, example: Checkpoint, count: number | readonly [from: number, to: number]) {
  const [first, last] = typeof count === 'number' ? [0, count] : count
  for (let from = first; from < last; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, last - from) }, (_, at) => from + at)
    await store.append({ seen: [], rows: numbers.map((number) => rowOf(example, number)), events: [], effects: [] })
  }
}

/** The id of the row of this number. */
export function rowId(number: number): string {
  return `chk_row-${number}`
}

function rowOf(example: Checkpoint, number: number) {
  const id = CheckpointId.parse(rowId(number))
  const row: Checkpoint = { ...example, id, opened_at: new Date(START + number * 1000).toISOString() }
  return { table: 'checkpoints', id, version: 0, row } as const
}
