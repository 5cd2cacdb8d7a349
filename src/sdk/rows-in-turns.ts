import type { Query, Store, Table, Tables } from '../engine/ports.ts'
import { breathe } from './breathe.ts'

/** Rows may be a megabyte each, and nobody else has a turn while they are read. */
const AT_ONCE = 10

/** Part of an index, and how to go on behind a row. */
export interface InTurns<Name extends Table> extends Omit<Query<Name>, 'after' | 'until' | 'limit'> {
  /** What the index is ordered by. */
  readonly orderOf: (row: Tables[Name]) => string
}

/** All rows of a part of an index, however many there are; everybody else has a turn after every few. */
export async function* rowsInTurns<Name extends Table>(
  store: Pick<Store, 'find'>,
  { orderOf, ...query }: InTurns<Name>,
): AsyncGenerator<Tables[Name]> {
  let after: Query['after']
  for (;;) {
    const page = await store.find<Name>({ ...query, after, limit: AT_ONCE } as Query<Name>)
    for (const { row } of page) yield row
    const last = page.at(-1)
    if (last === undefined || page.length < AT_ONCE) return
    after = { value: orderOf(last.row), id: last.id }
    await breathe()
  }
}
