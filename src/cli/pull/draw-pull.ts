import type { DiffView, ListedPull, PullView, ShownPerson } from '../../compose.ts'
import { behindText } from '../../model/behind-text.ts'
import type { Halted } from '../../model/halts.ts'
import { harmless } from '../../model/harmless.ts'
import { isOutlived } from '../../model/outlived-approval.ts'
import { rejectedText } from '../../model/rejected-text.ts'
import { unseenBy } from '../../model/unshown-words.ts'
import { whoseCommit } from '../../model/whose-commit.ts'
import { sizesText } from '../../review/unshown-text.ts'
import { drawHalt } from '../person/draw-halts.ts'
import { drawRemarks } from '../person/draw-remarks.ts'
import { termsRows } from '../person/terms-rows.ts'
import { age } from '../text/age.ts'
import { fitText } from '../text/fit-text.ts'
import type { Page } from '../text/page.ts'
import { quoted } from '../text/quoted.ts'
import { type Cell, drawTable, NARROW_PAGE } from '../text/table.ts'
import { visibleWidth } from '../text/visible-width.ts'
import { wrap } from '../text/wrap.ts'
import type { AfterPush } from './before-push.ts'
import { draftThreads } from './draft-threads.ts'
import { drawRounds } from './draw-rounds.ts'
import { drawThread } from './draw-thread.ts'
import { drawUnshown } from './draw-unshown.ts'
import { countLines } from './measure.ts'
import { turnIn, waitsFor } from './whose-turn.ts'
import { whyNoApproval } from './why-no-approval.ts'

/** A list of pull requests. */
export function drawPulls(pulls: readonly ListedPull[], now: Date, page: Page): string {
  if (page.width >= NARROW_PAGE) {
    const head = ['pull request', 'agent', 'about', 'round', 'waits for', 'since']
    return drawTable({ head, rows: pulls.map((pull) => wideRow(pull, now)) }, page)
  }
  // An id is long and can't be broken, so that little room is left beside it.
  return pulls.map((pull) => drawTable({ rows: narrowRows(pull, now) }, page)).join('\n\n')
}

function wideRow(pull: ListedPull, now: Date): readonly Cell[] {
  return [
    { text: pull.id, format: 'bold', isWhole: true },
    { text: harmless(pull.agent) },
    { text: harmless(pull.title) },
    { text: String(pull.round) },
    { text: waitsFor(pull) },
    { text: age(pull.opened_at, now) },
  ]
}

function narrowRows(pull: ListedPull, now: Date): readonly (readonly Cell[])[] {
  return [
    [{ text: harmless(pull.title) }],
    [{ text: pull.id, format: 'bold', isWhole: true }],
    [{ text: underneath(pull, now), format: 'dim' }],
  ]
}

function underneath(pull: ListedPull, now: Date): string {
  const { agent, round, turn, opened_at } = pull
  const state = turn === null ? waitsFor(pull) : `waits for ${waitsFor(pull)}`
  return `${harmless(agent)} · round ${round} · ${state} · ${age(opened_at, now)}`
}

/** What is shown, to whom, and what keeps it from being merged. */
interface ShownPull {
  readonly view: PullView
  /** Null where they can't be read. */
  readonly diff: DiffView | null
  readonly me: ShownPerson
  readonly halted: Halted | null
  /** What a push of theirs leads to. */
  readonly afterPush?: AfterPush | undefined
}

/** One pull request: what it is, its rounds, its files, and every thread that is not resolved. */
export function drawPull({ view, diff, me, halted, afterPush }: ShownPull, now: Date, page: Page): string {
  const { pull, threads, checkpoint } = view
  // Of what is over, whoever looks wants to know what was said.
  const isOver = pull.status !== 'open'
  const open = [...threads.filter(({ state }) => isOver || state !== 'resolved'), ...draftThreads(view)]
  return [
    drawHead(pull, page),
    drawTable({ rows: facts(view, now, page), indent: 2 }, page),
    ...(pull.description === ''
      ? []
      : [`${page.paint('underline', 'In the agent’s own words')}\n${quoted(pull.description, page)}`]),
    ...drawRounds(view, now, page),
    ...drawCommits(view, page),
    ...drawFiles(diff, page),
    ...drawNotShown(view, diff, page),
    ...(open.length === 0
      ? []
      : [`${page.paint('underline', 'Threads')}\n${open.map((thread) => drawThread(thread, page)).join('\n')}`]),
    ...drawRejected(view, page),
    ...drawRemarks(checkpoint?.remarks ?? [], { now, page, isPull: true }),
    ...(halted === null ? [] : [drawHalt(halted, now, page).join('\n')]),
    nextFor(view, me, page),
    ...drawTrap(view, afterPush, page),
  ].join('\n\n')
}

/** Its id and its title: beside each other where that fits in one line. */
function drawHead({ id, title }: PullView['pull'], page: Page): string {
  const name = harmless(title)
  if (visibleWidth(`${id}  ${name}`) <= page.width) return `${page.paint('bold', id)}  ${name}`
  return [page.paint('bold', id), ...wrap(name, page.width)].join('\n')
}

function facts(view: PullView, now: Date, page: Page): readonly (readonly Cell[])[] {
  const { pull, rounds, checkpoint } = view
  const rows: readonly (readonly [string, string])[] = [
    ['agent', `${harmless(pull.agent)}, job ${pull.job}`],
    ['branch', `${pull.branch} → main`],
    ['round', `${pull.round}, commit ${pull.head.slice(0, 10)}, ${age(rounds.at(-1)?.at ?? pull.opened_at, now)} ago`],
    [pull.status === 'open' ? 'waits for' : 'status', turnIn(view, page)],
    ...unreadOf(view, page),
    ...strayedOf(pull),
    ...behindOf(pull),
    ...endOf(view, now, page),
    ...(checkpoint === null ? [] : termsRows({ ...view, checkpoint, approved_by: standingVotes(view) }, page)),
  ]
  return rows.map(([name, text]): readonly Cell[] => [{ text: name, format: 'dim' }, { text }])
}

/** Whoever approved an earlier round has not approved this one. */
function standingVotes({ pull, checkpoint, approved_by }: PullView): PullView['approved_by'] {
  const isVoid = pull.status === 'open' && checkpoint !== null && isOutlived(pull, checkpoint)
  return isVoid ? [] : approved_by
}

/** Why no files are shown; where that stops the merge, it is said there. */
function unreadOf({ pull, unread }: PullView, page: Page): readonly (readonly [string, string])[] {
  if (unread === undefined || pull.stuck !== undefined) return []
  return [['files', `can't be read: ${page.spell(harmless(unread.reason))}`]]
}

/** What somebody did on the forge, and Leeway can not take in: whoever wonders why nothing moves reads it here. */
function strayedOf({ status, hosted }: PullView['pull']): readonly (readonly [string, string])[] {
  if (status !== 'open' || hosted === undefined || hosted.strayed === null) return []
  return [['forge', `not by Leeway: ${harmless(hosted.strayed)}`]]
}

/** Said also before anybody approves it: an approval merges nothing then. */
function behindOf({ status, round, behind }: PullView['pull']): readonly (readonly [string, string])[] {
  return status !== 'open' || behind === undefined ? [] : [['main', behindText({ round, behind })]]
}

/** What nobody's approval gets past, and who can take it back. */
function drawRejected({ pull, rejected }: PullView, page: Page): readonly string[] {
  if (pull.status !== 'open' || rejected.length === 0) return []
  const lines = rejected.map((part) => `  ${harmless(rejectedText(part))}`)
  return [`${page.paint('underline', 'Rejected, and not merged as it is')}\n${lines.join('\n')}`]
}

/** As many commits as are named, the newest ones. */
const MOST_COMMITS = 6

/** What the branch has, the oldest first. */
function drawCommits({ commits }: PullView, page: Page): readonly string[] {
  if (commits.length === 0) return []
  const rows = commits
    .slice(-MOST_COMMITS)
    .map((one): readonly Cell[] => [
      { text: one.commit.slice(0, 10), format: 'dim' },
      { text: harmless(whoseCommit(one)) },
      { text: harmless(one.message.split('\n', 1)[0] ?? '') },
    ])
  const before = commits.length - rows.length
  const heading = page.paint('underline', 'Commits')
  const more = before > 0 ? `  ${page.paint('dim', `the newest; ${before} more before them`)}` : ''
  return [`${heading}${more}\n${drawTable({ rows, indent: 2 }, page)}`]
}

/** Nothing where they can't be read. */
function drawFiles(diff: DiffView | null, page: Page): readonly string[] {
  const rows = diff?.files.map((file): readonly Cell[] => [
    { text: LETTERS[file.change] },
    { text: harmless(file.path) },
    { text: file.binary ? sizesText(file) : `+${countLines(file, 'added')} -${countLines(file, 'removed')}` },
  ])
  return rows === undefined ? [] : [`${page.paint('underline', 'Files')}\n${drawTable({ rows, indent: 2 }, page)}`]
}

/** What no line shows, by its size and its name, and whether this person has looked at it. */
function drawNotShown({ pull, marks }: PullView, diff: DiffView | null, page: Page): readonly string[] {
  const files = (diff?.files ?? []).filter(({ unshown }) => unshown !== undefined)
  if (files.length === 0) return []
  const unseen = new Set(unseenBy(marks, files))
  const lines = files.flatMap((file) => [
    `  ${harmless(file.path)}  ${page.paint('dim', unseen.has(file) ? 'not viewed by you' : 'viewed by you')}`,
    ...drawUnshown(file, pull.id, page).map((line) => `  ${line}`),
  ])
  return [`${page.paint('underline', 'Not shown in full by the diff')}\n${lines.join('\n')}`]
}

/** How it ended: when, by whose answer, and as which commit. */
function endOf(
  { pull, checkpoint, job_status }: PullView,
  now: Date,
  page: Page,
): readonly (readonly [string, string])[] {
  if (pull.ended_at === null) return []
  const as = pull.commit === null ? '' : `, as ${pull.commit.slice(0, 10)} on main`
  const ended = ['ended', `${age(pull.ended_at, now)} ago${as}`] as const
  // What was approved was not closed by whoever approved it.
  if (pull.status === 'closed' && checkpoint?.status === 'approved')
    return [
      ended,
      ['because', page.spell(`${whyClosed(checkpoint.spent_at, job_status)}: leeway job show ${pull.job}`)],
    ]
  const { by, reason } = checkpoint?.resolution ?? { by: null, reason: null }
  return [
    ended,
    // Silence is nobody's answer.
    ...(by?.kind === 'person' ? ([['answered by', harmless(by.id)]] as const) : []),
    ...(reason === null ? [] : ([['because', harmless(reason)]] as const)),
  ]
}

/** An approval that was used up without a merge was taken back; one that still stands ended with its job. */
function whyClosed(spentAt: string | null, job: PullView['job_status']): string {
  return spentAt === null ? `its job is ${job}` : 'somebody rejected it after it was approved'
}

/** What whoever has read this does next; no command stands there that would be refused to them. */
function nextFor(view: PullView, me: ShownPerson, page: Page): string {
  const { id, head, status } = view.pull
  const look = fitText(page.spell(`Look at it:  leeway pr diff ${id}`), page.width).join('\n')
  if (status !== 'open' || view.checkpoint?.status !== 'pending') return look
  const why = whyNoApproval(view, me)
  if (why !== undefined) {
    const no = `${look}\n${wrap(page.spell(`You can't approve it now: ${why}`), page.width).join('\n')}`
    if (me.role === 'viewer') return no
    return `${no}\n${answerBy(`leeway pr request-changes ${id}`, 'comment or reject in place of request-changes', page)}`
  }
  const approve = `leeway pr approve ${id} --head ${head.slice(0, 10)}`
  return `${look}\n${answerBy(approve, 'request-changes, comment or reject in place of approve', page)}`
}

/** Said before somebody pushes, where nobody would be left to approve it; whoever has a part in it already knows. */
function drawTrap({ pull }: PullView, after: AfterPush | undefined, page: Page): readonly string[] {
  if (pull.status !== 'open' || after?.isTrap !== true) return []
  return [fitText(page.spell(after.text), page.width).join('\n')]
}

const ANSWER = 'Answer:      '

/** Nothing stands behind a command, so that it can be copied with its line. */
function answerBy(command: string, others: string, page: Page): string {
  const typed = page.spell(command)
  if (visibleWidth(`${ANSWER}${typed}`) > page.width) return `Answer:\n  ${typed}\n  or with ${others}`
  return `${ANSWER}${typed}\n${' '.repeat(ANSWER.length)}or with ${others}`
}

const LETTERS = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R', retyped: 'T', copied: 'C' } as const
