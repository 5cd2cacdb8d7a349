import { approvalsText } from '../../model/approvals-text.ts'
import { beginningOf } from '../../model/beginning-of.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { harmless } from '../../model/harmless.ts'
import { whyHeld, whyHeldBriefly } from '../../model/why-held.ts'
import { age, timeLeft } from '../text/age.ts'
import type { Page } from '../text/page.ts'
import { type Cell, drawTable, NARROW_PAGE, type Piece } from '../text/table.ts'
import { askedText } from './asked-text.ts'
import { STATUS_SIGNS } from './status-signs.ts'

/** A checkpoint, with whose approval of it counts. */
type Listed = Checkpoint & { readonly approved_by: readonly string[] }

/** What waits, oldest first: how long, for whom, what, and why. */
export function drawCheckpoints(checkpoints: readonly Listed[], now: Date, page: Page): string {
  const narrow = page.width < NARROW_PAGE
  const head = narrow
    ? ['checkpoint', 'what is asked, and why']
    : ['checkpoint', 'since', 'agent', 'what is asked, and why']
  const rows = checkpoints.map((checkpoint, at) => {
    const cell = asked(checkpoint, checkpoints[at - 1])
    return narrow ? narrowRow(checkpoint, cell, now) : wideRow(checkpoint, cell, now)
  })
  return drawTable({ head, rows }, page)
}

function wideRow(checkpoint: Listed, what: Cell, now: Date): readonly Cell[] {
  const since = { text: age(checkpoint.opened_at, now) }
  const agent = { text: harmless(checkpoint.agent) }
  return [{ text: checkpoint.id, format: 'bold', isWhole: true }, [since, ...notes(checkpoint, now)], agent, what]
}

function narrowRow(checkpoint: Listed, what: Cell, now: Date): readonly Cell[] {
  const { id, opened_at, agent } = checkpoint
  const since = { text: `${age(opened_at, now)} · ${harmless(agent)}` }
  return [[{ text: id, format: 'bold', isWhole: true }, since, ...notes(checkpoint, now)], what]
}

/** The question, and below it the first reason, all of which stand on the page; said once where it repeats. */
function asked(checkpoint: Checkpoint, above: Checkpoint | undefined): Cell {
  const isSame = above !== undefined && whyHeld(checkpoint.decision) === whyHeld(above.decision)
  const why = isSame ? 'for the same reason' : whyHeldBriefly(checkpoint.decision)
  const said = checkpoint.title === '' ? [] : [{ text: `“${titleOf(checkpoint)}”` }]
  return [{ text: askedText(checkpoint) }, ...said, { text: harmless(why), format: 'dim' }]
}

/** The agent's own words tell one question from the next; all of them stand on its page. */
function titleOf({ title }: Checkpoint): string {
  const beginning = harmless(beginningOf(title, LONGEST_TITLE))
  return title.length > LONGEST_TITLE ? `${beginning}…` : beginning
}

const LONGEST_TITLE = 100

/** What else matters at a glance: where it stands, and how much time is left. */
function notes({ status, sent_back, approved_by, terms, deadline, late_since }: Listed, now: Date): readonly Piece[] {
  if (status !== 'pending') {
    const { symbol, format } = STATUS_SIGNS[status]
    return [{ text: `${symbol} ${status}`, format }]
  }
  return [
    ...(sent_back ? [{ text: 'sent back', format: 'cyan' } as const] : []),
    ...(terms.quorum > 1 ? [{ text: approvalsText(terms, approved_by) }] : []),
    ...(terms.irreversible ? [{ text: '! for good', format: 'red' } as const] : []),
    ...(late_since === undefined ? [] : [{ text: `late by ${age(late_since, now)}`, format: 'red' } as const]),
    ...(deadline === null ? [] : [{ text: `${timeLeft(deadline, now)} left`, format: 'yellow' } as const]),
  ]
}
