import { type Cursor, fromCursor, toCursor } from '../../api/paging.ts'

/** Which part of a list a caller wants. */
export interface Wanted {
  readonly limit: number
  readonly after?: string | undefined
  readonly newest_first: boolean
}

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: Cursor | null
}

type Turn<Row> = (query: {
  readonly limit: number
  readonly after: Cursor | undefined
  readonly newestFirst: boolean
}) => Promise<Page<Row>>

/** Nobody's filter makes the server look at more rows for one page; the next page goes on behind them. */
const MOST_SEEN = 2000
/** Rows may be large: no more are read at once, and a page ends early when it grows too heavy. */
const MOST_AT_ONCE = 50
const MOST_BYTES = 1024 * 1024

/** One page of a list, of the rows that fit. */
export async function scan<Row>(
  wanted: Wanted,
  turn: Turn<Row>,
  { fits = () => true, placeOf }: { readonly fits?: (row: Row) => boolean; readonly placeOf: (row: Row) => Cursor },
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const { limit, newest_first: newestFirst } = wanted
  const rows: Row[] = []
  let after = fromCursor(wanted.after)
  let bytes = 0
  for (let seen = 0; seen < MOST_SEEN; seen += MOST_AT_ONCE) {
    const page = await turn({ limit: MOST_AT_ONCE, after, newestFirst })
    for (const row of page.rows.filter(fits)) {
      if (rows.length === limit || bytes > MOST_BYTES) return { rows, next: toCursor(placeOf(rows.at(-1) ?? row)) }
      rows.push(row)
      bytes += JSON.stringify(row).length
    }
    if (page.next === null) return { rows, next: null }
    after = page.next
  }
  return { rows, next: toCursor(after ?? null) }
}
