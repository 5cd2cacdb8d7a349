import { harmless } from '../../model/harmless.ts'
import type { Page } from './page.ts'
import { wrap } from './wrap.ts'

/** Somebody else's words, visibly apart: each of their lines stands behind a bar, so that none of them looks like one of ours. */
export function quoted(words: string, page: Page, indent = 2): string {
  const margin = ' '.repeat(indent)
  return words
    .trimEnd()
    .split(/\r?\n/)
    .flatMap((line) => wrap(harmless(line), page.width - indent - 2))
    .map((line) => `${margin}${page.paint('dim', '│')} ${line}`)
    .join('\n')
}
