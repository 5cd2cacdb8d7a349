import canonicalize from 'canonicalize'
import type { CheckpointView } from '../../compose.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { harmless } from '../../model/harmless.ts'
import { backPresence, holdPresence } from '../../model/presence-text.ts'
import { responseShape } from '../../model/response-shape.ts'
import { whyHeld } from '../../model/why-held.ts'
import { explain } from '../../policy/explain.ts'
import { drawExplanation } from '../draw-explanation.ts'
import { drawWork } from '../pull/draw-work.ts'
import { measure } from '../pull/measure.ts'
import type { ShownWork } from '../pull/work-of.ts'
import { age } from '../text/age.ts'
import { fitText } from '../text/fit-text.ts'
import { hardWrap } from '../text/hard-wrap.ts'
import { jsonText } from '../text/json-text.ts'
import type { Page } from '../text/page.ts'
import { quoted } from '../text/quoted.ts'
import { type Cell, drawTable } from '../text/table.ts'
import { visibleWidth } from '../text/visible-width.ts'
import { wrap } from '../text/wrap.ts'
import { drawRemarks } from './draw-remarks.ts'
import { STATUS_SIGNS } from './status-signs.ts'
import { termsRows } from './terms-rows.ts'

/** A checkpoint with all that is to be shown of it. */
export interface ShownCheckpoint {
  readonly view: CheckpointView
  /** The work that waits for an answer, or why it can't be shown; null where it is about none, or decided. */
  readonly work: ShownWork | { readonly unreadable: string } | null
}

/** Everything that a person has to know before they answer. Nothing of the content is ever left out. */
export function drawCheckpoint(shown: ShownCheckpoint, now: Date, page: Page): string {
  const { view } = shown
  const { checkpoint } = view
  const sections = [
    headline(checkpoint, page),
    drawTable({ rows: facts(view, now, page), indent: 2 }, page),
    drawWhy(checkpoint, page),
    ...drawRemarks(checkpoint.remarks, { now, page, isPull: checkpoint.pull !== undefined }),
    ...agentsWords(shown, page),
    ...drawChanges(shown, page),
    drawWhatIsAsked(shown, page),
    ...whereNext(checkpoint, page),
    ...resolution(checkpoint, now, page),
  ]
  return sections.join('\n\n')
}

/** A commit says nothing to the eye, so what it changes stands above its name. */
function drawChanges({ work }: ShownCheckpoint, page: Page): readonly string[] {
  if (work === null) return []
  if (!('unreadable' in work)) return drawWork(work, page)
  const why = `The changes can't be shown, so that nobody can approve them: ${harmless(work.unreadable)}`
  return [
    wrap(page.spell(why), page.width)
      .map((line) => page.paint('red', line))
      .join('\n'),
  ]
}

/** The hash is what an approval names: it stands below all that it stands for, and nowhere else. */
function drawWhatIsAsked({ view: { checkpoint }, work }: ShownCheckpoint, page: Page): string {
  const asked = (what: string) => headingOf('What is asked', what, page)
  const content = drawContent(checkpoint, page)
  const hash = `  ${page.paint('dim', checkpoint.content_hash)}`
  if (work === null) return [asked('these bytes are approved and run'), content, hash].join('\n')
  if ('unreadable' in work) return [asked('by its names alone'), content].join('\n')
  return [asked(`${measure(work.diff)}, as shown above: this is approved and merged`), content, hash].join('\n')
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
  const which = revision === 1 || checkpoint.pull !== undefined ? '' : `  revision ${revision}`
  return `${page.paint(['bold', format], `${symbol} ${where}`)}  ${page.paint('bold', id)}${which}`
}

/** What a section is about stands beside its title where that fits in one line. */
function headingOf(name: string, what: string, page: Page): string {
  if (visibleWidth(`${name}  ${what}`) <= page.width) return `${title(name, page)}  ${page.paint('dim', what)}`
  return [title(name, page), ...wrap(what, page.width).map((line) => page.paint('dim', line))].join('\n')
}

function title(text: string, page: Page): string {
  return page.paint('underline', text)
}

function facts(view: CheckpointView, now: Date, page: Page): readonly (readonly Cell[])[] {
  const { checkpoint, line, presence } = view
  const { agent, tenant, job, opened_at, terms, requested_by, edited_by } = checkpoint
  const path = line.map((one) => `${one.id} (${harmless(one.agent)})`).join(' › ')
  const rows: (readonly [string, string])[] = [
    ['agent', `${harmless(agent)}, asked by ${requested_by.kind} ${harmless(requested_by.id)}`],
    ['job', path || job],
    ['tenant', tenant],
    ['since', `${age(opened_at, now)} (${opened_at})`],
    ['answers', terms.answers.join(', ')],
  ]
  rows.push(...termsRows(view, page))
  rows.push(...processIn(checkpoint, presence, now))
  if (edited_by.length > 0) rows.push(['edited by', edited_by.join(', ')])
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

/** Where more is to be seen and said of work than beside its checkpoint. */
function whereNext({ pull, status }: Checkpoint, page: Page): readonly string[] {
  if (pull === undefined) return []
  const text =
    status === 'pending'
      ? `Comment on its lines, ask for changes, see its rounds: leeway pr show ${pull}`
      : `See what changed:  leeway pr diff ${pull}`
  return [fitText(page.spell(text), page.width).join('\n')]
}

/** Prose of the agent stands behind a bar and under a label, so that it can't pass for ours. */
function agentsWords({ view: { checkpoint }, work }: ShownCheckpoint, page: Page): readonly string[] {
  const isWork = work !== null && 'view' in work
  const words = isWork ? `${work.view.pull.title}\n\n${work.view.pull.description}`.trim() : checkpoint.title
  if (words === '') return []
  const are = `no part of what you approve${isWork ? '; the message of the merge' : ''}`
  return [`${headingOf('In the agent’s own words', are, page)}\n${quoted(words, page)}`]
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
