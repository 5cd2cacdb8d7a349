import type { Page } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'
import type { Work } from './work-of.ts'

/** Some terminals keep a thousand lines and no more. */
const SURELY_KEPT = 500

/** Says of what was shown at a terminal, and is longer than some of them keep, where all of it can be read; empty where it is not. */
export function drawLength(shown: string, { view, round }: Work, page: Page): string {
  const lines = shown.split('\n').length
  if (lines <= SURELY_KEPT) return ''
  const text = `! These were ${lines.toLocaleString('en')} lines, and your terminal may not keep all of them. Say no if you have not seen them, and read them page by page:`
  const said = wrap(text, page.width).map((line) => page.paint('yellow', line))
  // On a line of its own, so that it can be copied.
  return `${said.join('\n')}\n  ${page.spell('leeway pr diff')} ${view.pull.id} --round ${round} | less\n\n`
}
