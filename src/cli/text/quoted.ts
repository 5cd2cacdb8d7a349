import { harmless } from '../../model/harmless.ts'
import type { Page } from './page.ts'
import { wrap } from './wrap.ts'

/** Somebody else's words, visibly apart: each of their lines stands behind a bar, so that none of them looks like one of ours. */
export function quoted(words: string, page: Page): string {
  return words
    .trimEnd()
    .split(/\r?\n/)
    .flatMap((line) => wrap(harmless(line), page.width - 4))
    .map((line) => `  ${page.paint('dim', '│')} ${line}`)
    .join('\n')
}
