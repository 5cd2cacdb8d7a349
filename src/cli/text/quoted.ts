import { harmless } from '../../model/harmless.ts'
import type { Page } from './page.ts'
import { wrap } from './wrap.ts'

/** Somebody else's words, visibly apart. */
export function quoted(words: string, page: Page): string {
  return wrap(harmless(words), page.width - 4)
    .map((line) => `  ${page.paint('dim', '│')} ${line}`)
    .join('\n')
}
