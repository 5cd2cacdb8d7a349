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

/** One page of a list, of the rows that fit. */
export async function scan<Row>(
  wanted: Wanted,
  turn: Turn<Row>,
  { fits = () => true, placeOf }: { readonly fits?: (row: Row) => boolean; readonly placeOf: (row: Row) => Cursor },
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const { limit, newest_first: newestFirst } = wanted
  const rows: Row[] = []
  let after = fromCursor(wanted.after)
  for (let seen = 0; seen < MOST_SEEN; seen += limit) {
    const page = await turn({ limit, after, newestFirst })
    rows.push(...page.rows.filter(fits))
    const last = rows[limit - 1]
    if (last !== undefined && (rows.length > limit || page.next !== null)) {
      return { rows: rows.slice(0, limit), next: toCursor(placeOf(last)) }
    }
    if (page.next === null) return { rows, next: null }
    after = page.next
  }
  return { rows, next: toCursor(after ?? null) }
}
