import * as z from 'zod'
import type { JobView, LogEvent } from '../../compose.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { counted } from '../../model/counted.ts'
import type { Document } from '../../model/document.ts'
import { documentWaits } from '../../model/document-waits.ts'
import { harmless } from '../../model/harmless.ts'
import { LOCAL } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import { jobPresence } from '../../model/presence-text.ts'
import { age } from '../text/age.ts'
import { fitText } from '../text/fit-text.ts'
import type { Page } from '../text/page.ts'
import { type Cell, drawTable } from '../text/table.ts'
import { visibleWidth } from '../text/visible-width.ts'
import { wrap } from '../text/wrap.ts'
import { answerHints } from './answer-hints.ts'
import { askedText } from './asked-text.ts'
import { drawCheckpoints } from './draw-checkpoints.ts'
import { drawDoubts } from './draw-doubts.ts'
import { drawStory } from './draw-story.ts'
import { jobStory } from './job-story.ts'
import type { NameOf } from './policy-name.ts'
import { STATUS_SIGNS } from './status-signs.ts'

interface Drawing {
  readonly now: Date
  readonly page: Page
}

/** The same, with what people call policies. */
interface JobDrawing extends Drawing {
  readonly nameOf: NameOf
}

/** What came before: all of it, what was refused or ran out, and what people gave it. */
interface Past {
  readonly documents: readonly Document[]
  readonly events: readonly LogEvent[]
  readonly refused: readonly Checkpoint[]
  /** There are more than were read. */
  readonly hasMoreRefused: boolean
}

/** One job closely: where it stands, its family, what it waits for, what was refused, and what happened. */
export function drawJob(view: JobView, past: Past, { now, page, nameOf }: JobDrawing): string {
  const { events } = past
  const { job, in_doubt, descendants, ancestors } = view
  const title = (text: string) => page.paint('underline', text)
  return [
    drawHead(job, page),
    drawTable({ rows: facts(view, past, { now, page, nameOf }), indent: 2 }, page),
    ...(descendants.length + ancestors.length === 0 ? [] : [`${title('Family')}\n${drawTree(view, page)}`]),
    // On a line of its own, so that it can be copied.
    ...(job.status === 'stopped' ? [page.spell(`Let it go on:  leeway resume ${job.id} --reason WHY`)] : []),
    ...drawHolds(view, { now, page }),
    ...drawNotDone(past, page),
    ...(in_doubt.length === 0 ? [] : [drawDoubts(in_doubt, page)]),
    ...(view.more ? [drawHint(`There is more around it: leeway checkpoints --job ${job.id}`, page)] : []),
    `${title('What happened')}\n${drawStory(jobStory(events), job, page)}`,
    drawHint(`Every entry of the log: leeway audit show --job ${job.id}`, page),
  ].join('\n\n')
}

/** Where it stands and what it is called: beside each other where that fits in one line. */
function drawHead({ status, id, title }: Job, page: Page): string {
  const { symbol, format } = STATUS_SIGNS[status]
  const head = `${page.paint(['bold', format], `${symbol} ${status}`)}  ${page.paint('bold', id)}`
  const name = harmless(title)
  if (visibleWidth(`${symbol} ${status}  ${id}  ${name}`) <= page.width) return `${head}  ${name}`.trimEnd()
  return [head, ...wrap(name, page.width)].join('\n')
}

function drawHint(hint: string, page: Page): string {
  return fitText(page.spell(hint), page.width)
    .map((line) => page.paint('dim', line))
    .join('\n')
}

/** What waits, and how to look at it and answer; where it is the work of a phase, that is its pull request. */
function drawHolds({ holds }: JobView, { now, page }: Drawing): readonly string[] {
  const [only, another] = holds
  if (only === undefined) return []
  const { pull } = only
  const commands =
    another !== undefined
      ? ['leeway checkpoints show ID']
      : pull !== undefined
        ? [`leeway pr show ${pull}`]
        : [`leeway checkpoints show ${only.id}`, ...answerHints([only], only.id)]
  const voted = holds.map((one) => ({ ...one, approved_by: one.votes.map(({ by }) => by) }))
  const hints = commands.map((line) => page.paint('dim', page.spell(`  ${line}`)))
  return [`${page.paint('underline', 'What waits')}\n${drawCheckpoints(voted, now, page)}\n\n${hints.join('\n')}`]
}

/** Silence is no refusal, so that each stands under its own words. */
function drawNotDone({ refused, hasMoreRefused }: Past, page: Page): readonly string[] {
  const [silent, no] = [refused.filter(isExpired), refused.filter((one) => !isExpired(one))]
  const drawn = (heading: string, rows: readonly Checkpoint[]) =>
    rows.length === 0 ? [] : [`${page.paint('underline', heading)}\n${drawRefused(rows, page)}`]
  const more = `These are the newest ${refused.length}; there are more.`
  return [
    ...drawn('What was refused', no),
    ...drawn('Nobody answered', silent),
    ...(hasMoreRefused ? [page.paint('dim', more)] : []),
  ]
}

function isExpired({ status }: Checkpoint): boolean {
  return status === 'expired'
}

function drawRefused(refused: readonly Checkpoint[], page: Page): string {
  const rows = refused.map(({ status, resolution, ...asked }): readonly Cell[] => {
    const { symbol, format } = STATUS_SIGNS[status]
    const by = resolution === null || resolution.by.kind === 'system' ? '' : ` by ${harmless(resolution.by.id)}`
    const why = resolution?.reason ? [{ text: harmless(resolution.reason), format: 'dim' } as const] : []
    return [{ text: `${symbol} ${status}${by}`, format }, [{ text: askedText(asked) }, ...why]]
  })
  return drawTable({ rows, indent: 2 }, page)
}

/** What goes without saying is not said: the one tenant of a folder, and that nothing has drifted. */
function facts(view: JobView, { events, documents }: Past, { now, page, nameOf }: JobDrawing) {
  const { job, effective_policy, halted } = view
  const drift = driftText(events)
  const rows: (readonly [string, string])[] = [
    ['agent', harmless(job.agent)],
    ['started', `${age(job.started_at, now)} ago, by ${starterText(job)}`],
    ...(job.tenant === LOCAL ? [] : [['tenant', job.tenant] as const]),
    ['policy', harmless(policyText(job, effective_policy, nameOf))],
    ...(drift === '' ? [] : [['drift', drift] as const]),
  ]
  if (job.program !== null) rows.push(['program', harmless(`${job.program.name}, version ${job.program.version}`)])
  if (job.waits_for !== undefined)
    rows.push(['waits for', `${harmless(job.waits_for)} It goes on when it is run again.`])
  rows.push(...processIn(view, { now, page }))
  if (job.status === 'stopped') rows.push(['why', stopIn(events)])
  if (documents.length > 0) rows.push(['documents', documentsText(job, documents, page)])
  if (halted !== null) rows.push(['halted', harmless(halted)])
  if (job.ended_at !== null) rows.push(['ended', `${age(job.ended_at, now)} ago`])
  if (job.ended_at !== null && job.outcome !== null) rows.push(outcomeOf(job))
  return rows.map(([name, text]): readonly Cell[] => [{ text: name, format: 'dim' }, { text }])
}

/** A status says what a job does, not whether somebody is there to do it. What nobody finds again stays open for ever. */
function processIn({ job, presence }: JobView, { now, page }: Drawing): readonly (readonly [string, string])[] {
  const text = jobPresence({ status: job.status, presence }, (at) => age(at, now))
  const end = presence?.is === 'lost' ? page.spell(` Call it off: leeway cancel ${job.id} --reason WHY`) : ''
  return text === '' ? [] : [['process', `${text}${end}`]]
}

/** What it has been given, and what becomes of that which no branch has. */
function documentsText(job: Job, documents: readonly Document[], page: Page): string {
  const waiting = documents.filter(({ branch }) => branch === null).map(({ name }) => harmless(name))
  if (waiting.length === 0) return `${documents.length}: ${page.spell(`leeway upload ${job.id}`)}`
  const few =
    waiting.length > SHOWN_NAMES ? `${waiting.slice(0, SHOWN_NAMES).join(', ')} and others` : waiting.join(', ')
  return `${documents.length}, on no branch yet: ${few}. ${documentWaits(job)}`
}

const SHOWN_NAMES = 5

/** Of what failed people read why, and programs the rest. */
function outcomeOf({ status, outcome }: Job): readonly [string, string] {
  const why = z.object({ error: z.string() }).safeParse(outcome)
  return status === 'failed' && why.success
    ? ['why', harmless(why.data.error)]
    : ['outcome', harmless(JSON.stringify(outcome))]
}

function starterText({ agent, started_by: { kind, id }, joined_by = [] }: Job): string {
  const named = kind === 'person' ? harmless(id) : `${kind} ${harmless(id)}`
  const first = kind === 'agent' && id === agent ? 'the agent itself' : named
  return [first, ...joined_by.map((person) => `later ${harmless(person)}`)].join(', ')
}

interface Moved {
  readonly to: string
  readonly reason: string
}

/** What was said when it stopped the last time; nothing where that is longer ago than what was read. */
function stopIn(events: readonly LogEvent[]): string {
  const moves = events.filter(({ type }) => type === 'job_moved').map(({ data }) => data as Partial<Moved>)
  return harmless(moves.findLast(({ to }) => to === 'stopped')?.reason ?? '')
}

function policyText({ policy }: Job, effective: string, nameOf: NameOf): string {
  const text = (digest: string) => {
    const name = nameOf(digest)
    return name === undefined ? short(digest) : `${name} (${short(digest)})`
  }
  return policy === effective
    ? text(policy)
    : `${text(effective)}, which is its own ${text(policy)} bound by its ancestors`
}

/** Enough to tell two policies apart by eye; data has the whole digest. */
function short(digest: string): string {
  return `${digest.slice(0, 'sha256:'.length + 12)}…`
}

function driftText(events: readonly LogEvent[]): string {
  const noticed = events.filter(({ type }) => type === 'drift_noticed').length
  const changed = events.filter(({ type }) => type === 'policy_changed').length
  const parts = [
    ...(noticed === 0 ? [] : [`noticed ${counted(noticed, 'time')} on resuming`]),
    ...(changed === 0 ? [] : [`the policy was changed ${counted(changed, 'time')}`]),
  ]
  return parts.join(', ')
}

/** Ancestors above, this one in bold, and everything below it. */
function drawTree({ job, ancestors, descendants }: JobView, page: Page): string {
  return [...ancestors, job, ...inTreeOrder(job, descendants)]
    .map((one) => {
      const { symbol, format } = STATUS_SIGNS[one.status]
      const name = one.id === job.id ? page.paint('bold', one.id) : one.id
      const branch = one.path.length === 0 ? '' : `${'  '.repeat(one.path.length - 1)}└ `
      return `  ${branch}${page.paint(format, symbol)} ${name}  ${harmless(one.agent)}  ${page.paint('dim', one.status)}`
    })
    .join('\n')
}

function inTreeOrder(parent: Job, all: readonly Job[]): readonly Job[] {
  const children = all.filter(({ path }) => path.at(-1) === parent.id)
  return children.flatMap((child) => [child, ...inTreeOrder(child, all)])
}
