import { type Cursor, fromCursor, toCursor } from '../../api/paging.ts'
import { breathe } from '../../sdk/breathe.ts'

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
/** Rows may be large. How large they are here shows in the first few; more are read at once where they are small. */
const FIRST = 10
const MOST_AT_ONCE = 50
/** A page ends early when it grows too heavy. */
export const MOST_BYTES = 1024 * 1024
/** And so it does where that much was read and did not fit. */
const MOST_READ = 8 * MOST_BYTES

/** One page of a list, of the rows that fit. */
export async function scan<Row>(
  wanted: Wanted,
  turn: Turn<Row>,
  { fits = () => true, placeOf }: { readonly fits?: (row: Row) => boolean; readonly placeOf: (row: Row) => Cursor },
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const { limit, newest_first: newestFirst } = wanted
  const rows: Row[] = []
  let after = fromCursor(wanted.after)
  let [bytes, read, seen] = [0, 0, 0]
  while (seen < MOST_SEEN && read < MOST_READ) {
    const count = atOnce({ read, seen })
    const page = await turn({ limit: count, after, newestFirst })
    for (const row of page.rows) {
      const size = JSON.stringify(row).length
      read += size
      if (!fits(row)) continue
      if (rows.length === limit || bytes > MOST_BYTES) return { rows, next: toCursor(placeOf(rows.at(-1) ?? row)) }
      rows.push(row)
      bytes += size
    }
    if (page.next === null) return { rows, next: null }
    after = page.next
    // Not all that were looked at may be the caller's to see.
    seen += count
    await breathe()
  }
  return { rows, next: toCursor(after ?? null) }
}

/** How many rows are read next, after so many with so many bytes. */
export function atOnce({ read, seen }: { readonly read: number; readonly seen: number }): number {
  if (seen === 0) return FIRST
  return Math.min(MOST_AT_ONCE, Math.max(1, Math.floor((MOST_BYTES * seen) / Math.max(1, read))))
}
