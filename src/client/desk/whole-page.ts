import { fromCursor, toCursor } from '../../api/paging.ts'
import type { Page, PageQuery } from '../../sdk/desk.ts'

/** The most that a server hands out at once. */
const MOST_AT_ONCE = 200
const USUAL = 50

/** Which part of a list is asked of a server. */
export interface Asked {
  readonly limit: number
  readonly newest_first: boolean
  readonly after?: string
}

type List<Row> = (asked: Asked) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>

/** A page as large as was wanted; a server may give it in several parts. */
export async function wholePage<Row>(query: PageQuery, list: List<Row>): Promise<Page<Row>> {
  const { limit = USUAL, newestFirst = false } = query
  const rows: Row[] = []
  for (let after = query.after === undefined ? undefined : toCursor(query.after); ; ) {
    const part = { limit: Math.min(MOST_AT_ONCE, limit - rows.length), newest_first: newestFirst }
    const page = await list({ ...part, ...(after !== undefined && { after }) })
    rows.push(...page.rows)
    const next = fromCursor(page.next ?? undefined) ?? null
    if (next === null || rows.length >= limit) return { rows, next }
    after = toCursor(next)
  }
}
