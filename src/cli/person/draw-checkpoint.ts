import canonicalize from 'canonicalize'
import type { CheckpointView } from '../../compose.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { harmless } from '../../model/harmless.ts'
import { PullId } from '../../model/ids.ts'
import { backPresence, holdPresence } from '../../model/presence-text.ts'
import { responseShape } from '../../model/response-shape.ts'
import { whyHeld } from '../../model/why-held.ts'
import { explain } from '../../policy/explain.ts'
import { drawExplanation } from '../draw-explanation.ts'
import { age } from '../text/age.ts'
import { fitText } from '../text/fit-text.ts'
import { hardWrap } from '../text/hard-wrap.ts'
import { jsonText } from '../text/json-text.ts'
import type { Page } from '../text/page.ts'
import { quoted } from '../text/quoted.ts'
import { type Cell, drawTable } from '../text/table.ts'
import { wrap } from '../text/wrap.ts'
import { drawRemarks } from './draw-remarks.ts'
import { STATUS_SIGNS } from './status-signs.ts'

/** Everything that a person has to know before they answer. Nothing of the content is ever left out. */
export function drawCheckpoint(view: CheckpointView, now: Date, page: Page): string {
  const { checkpoint } = view
  const asked = `${title('What is asked', page)}  ${page.paint('dim', 'these bytes are approved and run')}`
  const sections = [
    headline(checkpoint, page),
    drawTable({ rows: facts(view, now, page), indent: 2 }, page),
    drawWhy(checkpoint, page),
    ...drawRemarks(checkpoint.remarks, { now, page, isPull: pullOf(checkpoint) !== undefined }),
    ...agentsWords(checkpoint, page),
    `${asked}\n${drawContent(checkpoint, page)}\n  ${page.paint('dim', checkpoint.content_hash)}`,
    ...changes(checkpoint, page),
    ...resolution(checkpoint, now, page),
  ]
  return sections.join('\n\n')
}

/** The policy's whole answer; and above it, where that would let it pass by now, why it is held all the same. */
function drawWhy({ decision, gate }: Checkpoint, page: Page): string {
  const theirs = decision.verdict === 'allow' ? [...wrap(whyHeld(decision), page.width), ''] : []
  return [title('Why it is held', page), ...theirs, drawExplanation(explain(decision, gate), page)].join('\n')
}

function headline(checkpoint: Checkpoint, page: Page): string {
  const { id, status, revision, sent_back } = checkpoint
  const { symbol, format } = STATUS_SIGNS[status]
  const where = sent_back ? `${status}, sent back to the agent` : status
  const which = revision === 1 || pullOf(checkpoint) !== undefined ? '' : `  revision ${revision}`
  return `${page.paint(['bold', format], `${symbol} ${where}`)}  ${page.paint('bold', id)}${which}`
}

function title(text: string, page: Page): string {
  return page.paint('underline', text)
}

function facts(view: CheckpointView, now: Date, page: Page): readonly (readonly Cell[])[] {
  const { checkpoint, line, approvers, presence } = view
  const { agent, tenant, job, opened_at, deadline, terms, votes, requested_by, edited_by } = checkpoint
  const path = line.map((one) => `${one.id} (${harmless(one.agent)})`).join(' › ')
  const rows: (readonly [string, string])[] = [
    ['agent', `${harmless(agent)}, asked by ${requested_by.kind} ${harmless(requested_by.id)}`],
    ['job', path || job],
    ['tenant', tenant],
    ['since', `${age(opened_at, now)} (${opened_at})`],
    ['answers', terms.answers.join(', ')],
  ]
  if (deadline !== null) rows.push(['until', `${deadline}, then: ${terms.on_timeout.do}`])
  if (terms.approvers.length > 0) rows.push(['approvers', terms.approvers.join(', ')])
  if (checkpoint.status === 'pending') rows.push(['who can', approvers.join(', ') || page.spell(NOBODY_CAN)])
  rows.push(...processIn(checkpoint, presence, now))
  if (terms.quorum > 1 || votes.length > 0) {
    const names = votes.map(({ by, at }) => `${by} ${age(at, now)} ago`).join(', ')
    rows.push(['votes', `${votes.length} of ${terms.quorum}${names && `: ${names}`}`])
  }
  if (edited_by.length > 0) rows.push(['edited by', edited_by.join(', ')])
  if (terms.irreversible) rows.push(['for good', 'It can not be undone: approving needs your passphrase.'])
  if (terms.response_schema) rows.push(['respond', `with ${harmless(responseShape(terms.response_schema))}`])
  return rows.map(([name, text]) => [{ text: name, format: 'dim' }, { text }])
}

/** Who takes the answer up. */
function processIn(
  { sent_back }: Checkpoint,
  presence: CheckpointView['presence'],
  now: Date,
): readonly (readonly [string, string])[] {
  const textOf = sent_back ? backPresence : holdPresence
  return presence === null ? [] : [['process', textOf(presence, (at) => age(at, now))]]
}

/** Nobody can approve it; the way out stands beside it. */
export const NOBODY_CAN =
  'nobody at this moment. Let somebody in: leeway people add NAME. If you work alone, say so: leeway login --solo'

/** A commit says nothing to the eye. */
function changes(checkpoint: Checkpoint, page: Page): readonly string[] {
  const pull = pullOf(checkpoint)
  if (pull === undefined) return []
  return [
    fitText(`See what changed, and answer there:  ${page.spell('leeway pr diff')} ${pull}`, page.width).join('\n'),
  ]
}

/** The pull request that is asked about. A name that the agent made up leads to nothing but work of its own job. */
export function pullOf({ job, content: { target, tree } }: Pick<Checkpoint, 'job' | 'content'>): PullId | undefined {
  const pull = PullId.safeParse(target)
  return pull.success && tree !== undefined && pull.data.startsWith(`${job}:`) ? pull.data : undefined
}

/** Prose of the agent stands behind a bar and under a label, so that it can't pass for ours. */
function agentsWords({ title: words }: Checkpoint, page: Page): readonly string[] {
  if (words === '') return []
  return [
    `${title('In the agent’s own words', page)}  ${page.paint('dim', 'no part of what you approve')}\n${quoted(words, page)}`,
  ]
}

/** The canonical order of keys, one to a line; what is hidden is written out, and long lines are broken, never cut. */
export function drawContent({ content }: Pick<Checkpoint, 'content'>, page: Page): string {
  const lines = jsonText(JSON.parse(canonicalize(content) ?? 'null')).split('\n')
  return lines.flatMap((line) => drawJsonLine(line, page)).join('\n')
}

const NARROWEST_JSON = 20

function drawJsonLine(line: string, page: Page): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? ''
  const [first = '', ...rest] = hardWrap(
    line.slice(indent.length),
    Math.max(NARROWEST_JSON, page.width - 4 - indent.length),
  )
  return [`  ${indent}${first}`, ...rest.map((part) => `  ${indent}${page.paint('dim', '↪')} ${part}`)]
}

function resolution({ resolution: done, spent_at }: Checkpoint, now: Date, page: Page): readonly string[] {
  if (done === null) return []
  const { by, at, reason, value, grant } = done
  const rows: (readonly [string, string])[] = [['by', `${harmless(by.id)}, ${age(at, now)} ago (${at})`]]
  if (reason !== null) rows.push(['reason', harmless(reason)])
  if (value !== undefined) rows.push(['value', harmless(JSON.stringify(value))])
  if (grant !== null) rows.push(['grant', grant])
  if (spent_at !== null) rows.push(['taken up', spent_at])
  const cells = rows.map(([name, text]): readonly Cell[] => [{ text: name, format: 'dim' }, { text }])
  return [`${title('What was decided', page)}\n${drawTable({ rows: cells, indent: 2 }, page)}`]
}
