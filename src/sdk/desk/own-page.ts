import { breathe } from '../breathe.ts'
import type { Cursor, Page, PageQuery } from '../desk.ts'

const USUAL_LIMIT = 50
/** Rows that are looked at here are small, and many are read at once where few were somebody's own. */
const AT_ONCE = 200

/** A list in which others stand as well. */
interface Among<Row> {
  readonly find: (query: { after: Cursor | undefined; limit: number; newestFirst: boolean }) => Promise<readonly Row[]>
  /** Whether somebody may see it. */
  readonly isOwn: (row: Row) => boolean
  readonly placeOf: (row: Row) => Cursor
}

/**
 * A page of what is somebody's own to see. Whatever else stands in the list is passed over, so that a page is as long as was wanted, and none
 * ends at a row of others: whoever hands its place on would hand on when it was made and what it is called.
 */
export async function ownPage<Row>(query: PageQuery, { find, isOwn, placeOf }: Among<Row>): Promise<Page<Row>> {
  const { limit = USUAL_LIMIT, newestFirst = false } = query
  const rows: Row[] = []
  // Most see everything, or are alone: then no more is read than is shown.
  let count = limit + 1
  for (let { after } = query; ; ) {
    const found = await find({ after, limit: count, newestFirst })
    rows.push(...found.filter(isOwn))
    const last = rows[limit - 1]
    // One more than was wanted: there is a next page only where somebody is on it.
    if (last !== undefined && rows.length > limit) return { rows: rows.slice(0, limit), next: placeOf(last) }
    const end = found.at(-1)
    if (end === undefined || found.length < count) return { rows, next: null }
    after = placeOf(end)
    count = AT_ONCE
    await breathe()
  }
}
