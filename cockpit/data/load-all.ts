import type { GivenTo, OutputOf } from '../../src/api/operations.ts'
import type { ListedCheckpoint } from '../../src/api/views.ts'
import { api } from './api.ts'
import { atRest, firstPaint } from './first-paint.ts'

/** More than this nobody looks through, and a browser should not have to hold. */
export const MOST_ROWS = 10_000
const PAGE = 200
/** As many as the tallest screen shows: the first rows are on it before the others are read. */
const FIRST_PAGE = 50

type Query = Omit<GivenTo<'list_checkpoints'>, 'after' | 'limit'>

/** Reads a list of checkpoints, page by page, each handed over as soon as it is there; tells whether there are still more. */
export async function loadCheckpoints(
  query: Query,
  take: (rows: readonly ListedCheckpoint[]) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let after: string | null = null
  let count = 0
  do {
    // Thousands of rows leave everything else on the page its turn.
    if (after !== null) await firstPaint.then(atRest)
    const limit = after === null ? FIRST_PAGE : Math.min(PAGE, MOST_ROWS - count)
    const given: GivenTo<'list_checkpoints'> = { ...query, limit, ...(after !== null && { after }) }
    const page: OutputOf<'list_checkpoints'> = await api.call('list_checkpoints', given, { signal })
    take(page.rows)
    count += page.rows.length
    after = page.next
  } while (after !== null && count < MOST_ROWS)
  return after !== null
}
