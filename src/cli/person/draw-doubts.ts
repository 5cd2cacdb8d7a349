import type { Attempt } from '../../model/attempt.ts'
import { age } from '../text/age.ts'
import type { Page } from '../text/page.ts'
import { type Cell, drawTable } from '../text/table.ts'
import { callText } from './asked-text.ts'

/** What a person has to find out before the job goes on. */
export function drawDoubts(attempts: readonly Attempt[], page: Page): string {
  const now = new Date()
  const rows = attempts.map((attempt): readonly Cell[] => [
    // An id that is broken over two lines can't be copied.
    [{ text: attempt.id, format: 'bold', isWhole: true }, { text: `begun ${age(attempt.claimed_at, now)} ago` }],
    [{ text: callText(attempt.content) }, { text: `in ${attempt.job}`, format: 'dim' }],
  ])
  const title = page.paint(
    ['bold', 'magenta'],
    attempts.length === 1 ? '? Nobody knows whether this ran.' : '? Nobody knows whether these ran.',
  )
  const hints = HINTS.map((line) => page.paint('dim', page.spell(line)))
  return [title, drawTable({ head: ['attempt', 'action'], rows, indent: 2 }, page), ...hints].join('\n')
}

/** On lines of their own, so that they can be copied. */
const HINTS = [
  'Find out, then say what became of it:',
  '  leeway settle ID --succeeded [--result JSON] --reason WHY',
  '  leeway settle ID --failed --reason WHY',
] as const
