import type { Attempt } from '../../model/attempt.ts'
import { age } from '../text/age.ts'
import type { Page } from '../text/page.ts'
import { type Cell, drawTable } from '../text/table.ts'
import { callText } from './asked-text.ts'

/** What a person has to find out before the job goes on. */
export function drawDoubts(attempts: readonly Attempt[], page: Page): string {
  const now = new Date()
  const rows = attempts.map((attempt): readonly Cell[] => [
    { text: attempt.id, format: 'bold' },
    { text: attempt.job },
    { text: `${age(attempt.claimed_at, now)} ago` },
    { text: callText(attempt.content) },
  ])
  const title = page.paint(
    ['bold', 'magenta'],
    attempts.length === 1 ? '? Nobody knows whether this ran.' : '? Nobody knows whether these ran.',
  )
  const hint = page.paint(
    'dim',
    page.spell('Find out, then: leeway settle ID --succeeded [--result JSON] | --failed, with --reason WHY'),
  )
  return [title, drawTable({ head: ['attempt', 'job', 'begun', 'action'], rows, indent: 2 }, page), hint].join('\n')
}
