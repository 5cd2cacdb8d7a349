import type { PullView } from '../../compose.ts'
import { counted } from '../../model/counted.ts'
import { harmless } from '../../model/harmless.ts'
import { age } from '../text/age.ts'
import type { Page } from '../text/page.ts'
import { type Cell, drawTable } from '../text/table.ts'

/** As many rounds as are listed, the newest ones. */
const MOST_ROUNDS = 10

/** The rounds of a pull request that has more than one, the oldest first: what `--round` and `--since` take. */
export function drawRounds(
  { pull, rounds }: Pick<PullView, 'pull' | 'rounds'>,
  now: Date,
  page: Page,
): readonly string[] {
  if (rounds.length < 2) return []
  const rows = rounds
    .slice(-MOST_ROUNDS)
    .map(({ number, by, files, head, at }): readonly Cell[] => [
      { text: String(number) },
      { text: head.slice(0, 10), format: 'dim' },
      { text: harmless(by.id) },
      { text: counted(files, 'file') },
      { text: `${age(at, now)} ago` },
    ])
  const before = rounds.length - rows.length
  const heading = page.paint('underline', 'Rounds')
  const more = before > 0 ? `  ${page.paint('dim', `the newest; ${before} more before them`)}` : ''
  const since = page.paint('dim', `  What changed since round 1: ${page.spell(`leeway pr diff ${pull.id} --since 1`)}`)
  return [`${heading}${more}\n${drawTable({ rows, indent: 2 }, page)}\n${since}`]
}
