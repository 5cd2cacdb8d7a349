import type { IndexOf, Query, Searchable, Store, Tables } from '../../engine/ports.ts'
import { breathe } from '../breathe.ts'
import type { Cursor, Page, PageQuery } from '../desk.ts'

type Listed = 'checkpoints' | 'jobs' | 'grants' | 'attempts' | 'pulls'

/** A list that is spread over several parts of an index, all of them in the same order. */
export interface Spread<Name extends Listed> {
  readonly table: Name
  readonly index: IndexOf<Name>
  readonly parts: readonly (readonly Searchable[])[]
  /** What the index is ordered by. */
  readonly orderOf: (row: Tables[Name]) => string
}

const USUAL_LIMIT = 50

/** One page over all parts, in their common order. */
export async function mergePages<Name extends Listed>(
  store: Store,
  { table, index, parts, orderOf }: Spread<Name>,
  page: PageQuery,
): Promise<Page<Tables[Name]>> {
  const { after, limit = USUAL_LIMIT, newestFirst = false } = page
  const found: Tables[Name][] = []
  for (const [at, equals] of parts.entries()) {
    if (at > 0) await breathe()
    const query: Query<Name> = { table, index, equals, after, limit, newestFirst }
    for (const { row } of await store.find(query)) found.push(row)
  }
  return pageOf(found, orderOf, page)
}

/** One page of rows that are all at hand. */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  orderOf: (row: Row) => string,
  { after, limit = USUAL_LIMIT, newestFirst = false }: PageQuery,
): Page<Row> {
  const order = newestFirst ? -1 : 1
  const page = rows
    .map((row) => ({ row, place: { value: orderOf(row), id: row.id } }))
    .filter(({ place }) => after === undefined || order * compare(place, after) > 0)
    .sort((a, b) => order * compare(a.place, b.place))
    .slice(0, limit)
  const last = page.at(-1)
  return { rows: page.map(({ row }) => row), next: last !== undefined && page.length === limit ? last.place : null }
}

/** Times and ids are plain ASCII, so every store orders them as we do. */
function compare(one: Cursor, other: Cursor): number {
  const [a, b] = one.value === other.value ? [one.id, other.id] : [one.value, other.value]
  return a < b ? -1 : a > b ? 1 : 0
}
