import type { GivenTo, OutputOf } from '../../src/api/operations.ts'
import type { ListedCheckpoint } from '../../src/api/views.ts'
import { api } from './api.ts'
import { atRest, firstLook } from './first-paint.ts'

/** More than this nobody looks through, and a browser should not have to hold. */
export const MOST_ROWS = 10_000
/** Where that is not all, so many of every agent are read beside them. */
export const MOST_EACH = 1000
const PAGE = 200
/** Lower than a row is; a page that nobody sees yet may have no height at all. */
const LEAST_ROW = 50
const LEAST_PAGE = 10

type Query = GivenTo<'list_checkpoints'>
type Take = (rows: readonly ListedCheckpoint[]) => void

/**
 * Reads what waits, page by page, each handed over as soon as it is there; tells whether there are still more. The oldest come
 * first, and right behind them what runs out first and one of every agent: nobody is hidden by another who asks much.
 */
export async function loadCheckpoints(take: Take, signal: AbortSignal): Promise<boolean> {
  const read = (query: Query) => readPage(query, signal)
  const limit = firstPage()
  const first = await read({ limit })
  take(first.rows)
  if (first.next === null) return false
  await leaveTurn()
  take([...(await read({ by: 'deadline', limit: PAGE })).rows, ...(await read({ by: 'agent', limit: PAGE })).rows])
  const next = await readOn({ read, take, most: MOST_ROWS - limit }, {}, first.next)
  return next !== null && (await loadEach(read, take))
}

/** As many as this screen shows: the first rows are on it before the others are read. */
function firstPage(): number {
  return Math.min(PAGE, Math.max(LEAST_PAGE, Math.ceil(innerHeight / LEAST_ROW)))
}

/** What every agent has waited with longest, together no more than the others; tells whether any of them has still more. */
async function loadEach(read: Read, take: Take): Promise<boolean> {
  const agents = new Set<string>()
  const note: Take = (rows) => rows.forEach(({ agent }) => agents.add(agent))
  await readOn({ read, take: note, most: MOST_ROWS }, { by: 'agent' }, null)
  let left = MOST_ROWS
  const count: Take = (rows) => {
    left -= rows.length
    take(rows)
  }
  let hasMore = false
  for (const agent of agents) {
    if (left <= 0) return true
    const next = await readOn({ read, take: count, most: Math.min(left, MOST_EACH) }, { agent }, null)
    hasMore ||= next !== null
  }
  return hasMore
}

/** What one agent waits with, the oldest first, as far as a browser should have to hold; tells whether there is still more. */
export async function loadOfAgent(agent: string, take: Take, signal: AbortSignal): Promise<boolean> {
  const read = (query: Query) => readPage(query, signal)
  return (await readOn({ read, take, most: MOST_ROWS }, { agent }, null)) !== null
}

type Page = OutputOf<'list_checkpoints'>
type Read = (query: Query) => Promise<Page>

/** Reads a list on from a place, or from its beginning. Gives where it stopped; null at the end. */
async function readOn(
  { read, take, most }: { readonly read: Read; readonly take: Take; readonly most: number },
  query: Query,
  from: string | null,
): Promise<string | null> {
  let after = from
  let count = 0
  do {
    await leaveTurn()
    const page = await read({ ...query, limit: Math.min(PAGE, most - count), ...(after !== null && { after }) })
    take(page.rows)
    count += page.rows.length
    after = page.next
  } while (after !== null && count < most)
  return after
}

function readPage(query: Query, signal: AbortSignal): Promise<Page> {
  return api.call('list_checkpoints', query, { signal })
}

/** Thousands of rows leave everything else on the page its turn. */
async function leaveTurn(): Promise<void> {
  await firstLook.then(atRest)
}
