import type { Page } from './page.ts'

/** A line across the page with a title at its left and, at its right, where one is in a story. */
export function heading(number: string, title: string, page: Page): string {
  const line = '─'.repeat(Math.max(3, page.width - title.length - number.length - 6))
  return `${page.paint('dim', '──')} ${page.paint('bold', title)} ${page.paint('dim', `${line} ${number}`.trimEnd())}`
}
