import type { Cursor } from '../../compose.ts'
import { fitText } from '../text/fit-text.ts'
import type { Page } from '../text/page.ts'
import { wrongCall } from '../wrong-call.ts'

/** The options of every command that lists. */
export const PAGING = { limit: { type: 'string' }, after: { type: 'string' } } as const

const MOST = 1000

/** How many rows are wanted. */
export function limitIn({ limit }: { readonly limit?: string | undefined }, usual = 50): number {
  if (limit === undefined) return usual
  const number = /^\d{1,4}$/.test(limit) ? Number(limit) : 0
  if (number >= 1 && number <= MOST) return number
  throw wrongCall(`--limit is a number from 1 to ${MOST}.`)
}

/** Where the page before ended, as `--after` says it: a time and an id. */
export function cursorIn({ after }: { readonly after?: string | undefined }): Cursor | undefined {
  if (after === undefined) return undefined
  const at = after.indexOf(',')
  if (at > 0) return { value: after.slice(0, at), id: after.slice(at + 1) }
  throw wrongCall('--after is what the page before named as its end: TIME,ID.')
}

/** How to see the next page, if there is one. */
export function drawNext(next: Cursor | null, command: string, page: Page): readonly string[] {
  if (next === null) return []
  const hint = `There is more: ${page.spell(command)} --after ${next.value},${next.id}`
  return fitText(hint, page.width).map((line) => page.paint('dim', line))
}
