import type { Desk, PullView, ReviewGiven } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { type Halted, haltOver } from '../../model/halts.ts'
import { nobodyAsked } from '../../model/nobody-asked.ts'
import { isOfRepository } from '../../model/of-repository.ts'
import { owedOn } from '../../model/owed-on.ts'
import type { Pull } from '../../model/pull.ts'
import { quote } from '../../model/quote.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { drawHalt } from '../person/draw-halts.ts'
import { fullId } from '../person/full-id.ts'
import { PAGING } from '../person/paging.ts'
import { isTerminal } from '../person/terminal.ts'
import { WATCHING } from '../person/watch-list.ts'
import { whoIsNext } from '../person/who-is-next.ts'
import { withDesk } from '../person/with-desk.ts'
import { withProof } from '../person/with-proof.ts'
import { beforePush } from '../pull/before-push.ts'
import { draftIn, type Said } from '../pull/draft-in.ts'
import { draftThreads } from '../pull/draft-threads.ts'
import { drawDiff } from '../pull/draw-diff.ts'
import { drawPull } from '../pull/draw-pull.ts'
import { drawReviewed } from '../pull/draw-reviewed.ts'
import { listPulls } from '../pull/list-pulls.ts'
import { lookAndApprove } from '../pull/look-and-approve.ts'
import { refuseUnable } from '../pull/refuse-unable.ts'
import { requireSeen } from '../pull/require-seen.ts'
import { saveFile } from '../pull/save-file.ts'
import { threadIn } from '../pull/thread-in.ts'
import { unnamed } from '../pull/unnamed.ts'
import { whyNothing } from '../pull/why-nothing.ts'
import { requireReadable } from '../pull/work-of.ts'
import { fitText } from '../text/fit-text.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  all: { type: 'boolean' },
  job: { type: 'string' },
  round: { type: 'string' },
  since: { type: 'string' },
  at: { type: 'string' },
  old: { type: 'boolean' },
  kind: { type: 'string' },
  text: { type: 'string' },
  head: { type: 'string' },
  seen: { type: 'boolean' },
  out: { type: 'string' },
  json: { type: 'boolean' },
  ...WATCHING,
  ...PAGING,
} as const

type Options = ReturnType<typeof parse>['values']

/** What a sub-command of `pr` works with. */
interface Called {
  readonly desk: Desk
  readonly io: Io
  readonly values: Options
}

/** `leeway pr`: review the work of a phase. */
export const command: Command = {
  help: `leeway pr list [--all] [--job ID] [--limit N] [--after PLACE] [--watch] [--json]
leeway pr show ID [--json]
leeway pr diff ID [--round N] [--since N] [--json]
leeway pr file ID PATH --out FILE [--round N] [--old] [--json]
leeway pr comment ID --text WORDS [--at PATH:LINE[-LINE]] [--old] [--kind KIND] [--json]
leeway pr resolve ID THREAD | reopen ID THREAD --text WORDS | reply ID THREAD --text WORDS
leeway pr approve ID [--head COMMIT] [--seen] [--at PATH:LINE[-LINE]] [--kind KIND] [--text WORDS] [--json]
leeway pr request-changes ID [--head COMMIT] [--at PATH:LINE[-LINE]] [--text WORDS] [--json]
leeway pr reject ID --text WORDS [--head COMMIT] [--json]

Every phase of a job is a branch and a pull request. \`diff\` shows it in colour with the threads under their lines;
\`comment\` opens a thread. \`approve\` shows all that would be merged and asks, or takes exactly the commit that you name.
\`reject\` ends it: nothing of it is merged.

  --since   what changed after round N, up to the newest or to that of --round; without it all changes are shown.
            \`show\` lists the rounds
  --kind    blocking (default; nit with approve), suggestion, question, nit
  --at      which lines, such as plan.md:12-14   --old    lines as they were before the change
  --watch   the list: stay and show what changes; q ends it. Without a terminal: a line for each that is new or another
  --seen    you have looked at what the diff can't show, such as a picture: \`file\` gives you its bytes

Of an id the beginning of its branch is enough, such as phase-2, and of a thread the last four characters, as long as it
is clear which one is meant.

Example:  leeway pr comment phase-2 --at plan.md:12 --text "Which budget?"`,
  run: async (args, io) => {
    const { values, positionals } = parse(args)
    const [verb = 'list', ...rest] = positionals
    const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (run === undefined)
      throw wrongCall(`There is no ${quote(verb)} of a pull request, but ${Object.keys(VERBS).join(', ')}.`)
    return withDesk(io, (desk) => run({ desk, io, values }, rest))
  },
}

const VERBS: Readonly<Record<string, (called: Called, ids: readonly string[]) => Promise<ExitCode>>> = {
  list: listPulls,
  show: async ({ desk, io, values }, [id]) => {
    const pull = await fullId.pull(desk, needed(id, 'show ID'))
    const read = await desk.pulls.read(pull)
    if (values.json === true) return say(io, jsonText(read))
    // A repository that can't be read is told of with the rest, and so is what stops the merge.
    const diff = await desk.pulls.diff(pull).catch((error: unknown) => {
      if (isOfRepository(error)) return { code: error.code, reason: error.message }
      throw error
    })
    const view = 'code' in diff ? { unread: diff, ...read } : read
    const me = await desk.me()
    const shown = {
      ...{ view, me, diff: 'code' in diff ? null : diff },
      halted: await haltOverPull(desk, view),
      // Whoever has a part in it already is told that.
      afterPush: view.approvers.includes(me.id) ? await beforePush(desk, view) : undefined,
    }
    return say(io, drawPull(shown, desk.now(), pageOf(io)))
  },
  diff: async ({ desk, io, values }, [id]) => {
    const pull = await fullId.pull(desk, needed(id, 'diff ID'))
    const round = numberIn('--round', values.round)
    const since = numberIn('--since', values.since)
    const diff = await desk.pulls.diff(pull, { round, since })
    if (values.json === true) return say(io, jsonText(diff))
    const view = await desk.pulls.read(pull)
    const { round: newest } = view.pull
    const shown = { round: round ?? newest, since, newest }
    const nothing = whyNothing(view, shown)
    if (diff.files.length === 0 && nothing !== undefined)
      return say(io, fitText(pageOf(io).spell(nothing), pageOf(io).width).join('\n'))
    const { returned = [] } = view.rounds.find(({ number }) => number === shown.round) ?? {}
    const threads = [...view.threads, ...draftThreads(view)]
    return say(io, drawDiff(diff, { threads, shown, pull, returned }, pageOf(io)))
  },
  file: async ({ desk, io, values }, [id, path]) => {
    const { old, out } = values
    const call = 'file ID PATH --out FILE'
    const view = await desk.pulls.read(await fullId.pull(desk, needed(id, call)))
    if (out === undefined) throw wrongCall(`Where to? leeway pr ${call}`)
    const which = { path: needed(path, call), round: numberIn('--round', values.round), out }
    const saved = await saveFile(desk, view, { ...which, side: old === true ? 'old' : 'new', folder: io.folder })
    if (values.json === true) return say(io, jsonText(saved))
    const marked = saved.marked ? '\nIt is marked as viewed by you.' : ''
    return say(io, `${out}: ${saved.size.toLocaleString('en')} bytes, SHA-256 ${saved.sha256}${marked}`)
  },
  comment: (called, [id]) => review(called, needed(id, 'comment ID --text WORDS'), 'comment'),
  approve: async (called, [id]) => {
    const { desk, io, values } = called
    const pull = needed(id, 'approve ID')
    if (values.head !== undefined) return review(called, pull, 'approve')
    if (isTerminal(io) && values.at === undefined) {
      const { text, seen: isSeen = false, json = false } = values
      return lookAndApprove(desk, { id: pull, text, isSeen, json }, io)
    }
    throw await unnamed(desk, pull, values.seen === true)
  },
  'request-changes': (called, [id]) => review(called, needed(id, 'request-changes ID'), 'request_changes'),
  reject: async (called, [id]) => {
    const pull = needed(id, 'reject ID --text WORDS')
    refuseSilence(called.values, 'Say why, because it ends the pull request: leeway pr reject ID --text WORDS')
    return review(called, pull, 'reject')
  },
  resolve: (called, ids) => talk(called, ids, 'resolve'),
  reopen: (called, ids) => talk(called, ids, 'reopen'),
  reply: (called, ids) => talk(called, ids, 'reply'),
}

/** As many as git shows: fewer would fit a commit that nobody has looked at. */
const SHORTEST_HEAD = 7

type Answer = 'approve' | 'request_changes' | 'comment' | 'reject'

async function review({ desk, io, values }: Called, id: string, answer: Answer): Promise<ExitCode> {
  const pull = await fullId.pull(desk, id)
  const view = await desk.pulls.read(pull)
  const { head } = view.pull
  await refuseUnseen({ desk, io, values }, view, answer)
  const said = saidIn(values, answer)
  const thread = said === undefined ? [] : [await draftIn(desk.pulls, view.pull, said)]
  const words = said === undefined ? (values.text ?? '') : ''
  if (view.checkpoint === null) throw nobodyAsked(view.pull)
  const { content_hash } = view.checkpoint
  // What was written in the browser and not submitted goes with it: a review is one thing.
  const threads = [...view.drafts, ...thread]
  const given = { pull, head, content_hash, answer, text: words, threads }
  const result = await withProof(desk, io, (proof) => desk.pulls.submit({ ...given, ...proof }))
  if (values.json === true) return say(io, jsonText(result))
  const { job_status } = await desk.pulls.read(pull)
  const owed = owedOn(view.pull, view.checkpoint) + threads.length
  const halted = answer === 'approve' ? await haltOverPull(desk, view) : null
  const blocks = thread.some(({ kind }) => kind === 'blocking')
  const { presence } = await desk.job(view.pull.job)
  const about = { owed, drafts: view.drafts.length, isHalted: halted !== null, blocks }
  const page = pageOf(io)
  const came = { ...result, ...about, job: job_status, presence }
  const next = answer === 'approve' ? await nextAfter(desk, view, result) : []
  const lines = [
    ...drawReviewed(answer, view.pull, { came, page }),
    ...next.flatMap((line) => fitText(page.spell(line), page.width)),
  ]
  return say(io, [...lines, ...(halted === null ? [] : drawHalt(halted, desk.now(), page))].join('\n'))
}

/** Who has to approve it too, in a line; nothing where nobody has. */
async function nextAfter(desk: Desk, { checkpoint }: PullView, { status }: ReviewGiven): Promise<readonly string[]> {
  if (checkpoint === null) return []
  const next = await whoIsNext(desk, { checkpoint: checkpoint.id, status }, { answer: 'approve' })
  return next === '' ? [] : [next]
}

/** What halts the job of a pull request that is still open; null where nothing does. */
async function haltOverPull(desk: Desk, { pull, checkpoint }: PullView): Promise<Halted | null> {
  if (pull.status !== 'open') return null
  const line = checkpoint === null ? [pull] : (await desk.checkpoint(checkpoint.id)).line
  return haltOver(await desk.killSwitch(), line) ?? null
}

/** Whoever approves has looked at this commit, and at all of it. */
async function refuseUnseen({ desk, io, values }: Called, view: PullView, answer: Answer): Promise<void> {
  const { head: named = '', seen: isSeen = false } = values
  if (answer === 'approve') await requireReadable(desk, view)
  // What would refuse them anyway comes before what is wrong with their call.
  if (answer === 'approve') refuseUnable(view, { me: await desk.me(), isSeen, named })
  if (values.head !== undefined) refuseShort(named, view.pull)
  refuseOther(named, view.pull)
  if (answer === 'approve') await requireSeen(desk, view, { isSeen, io })
}

function refuseShort(named: string, { head }: Pull): void {
  if (named.length >= SHORTEST_HEAD) return
  throw wrongCall(
    `Name ${SHORTEST_HEAD} characters of the commit or more, so that no other one is meant: --head ${head.slice(0, 10)}`,
  )
}

/** Whoever names a commit has looked at that one, and at no other. */
function refuseOther(named: string, { id, head }: Pull): void {
  if (head.startsWith(named)) return
  const message = `The newest commit of ${id} is ${head.slice(0, 10)}, not ${named}.`
  throw new AppError('head_moved', [], { message, details: { next: `Look at it: leeway pr diff ${id}` } })
}

/** What becomes a thread: every comment, and whatever names lines. */
function saidIn({ at, old, text = '', ...more }: Options, answer: Answer): Said | undefined {
  // What comes with a yes does not stand in its way.
  const { kind = answer === 'approve' ? 'nit' : 'blocking' } = more
  if (answer !== 'comment' && at === undefined) return undefined
  if (answer === 'approve' && kind === 'blocking')
    throw wrongCall(
      'A comment that blocks would stand in the way of your approval. Take another --kind, or request changes.',
    )
  refuseSilence({ text }, 'Say something: --text WORDS')
  return { at, side: old === true ? 'old' : 'new', kind, text }
}

async function talk(
  { desk, io, values }: Called,
  [id, thread]: readonly string[],
  what: 'reply' | 'resolve' | 'reopen',
): Promise<ExitCode> {
  const pull = await fullId.pull(desk, needed(id, `${what} ID THREAD`))
  if (what !== 'resolve') refuseSilence(values, `Say something: leeway pr ${what} ID THREAD --text WORDS`)
  const meant = threadIn(await desk.pulls.read(pull), needed(thread, `${what} ID THREAD`))
  await desk.pulls.talk({ pull, thread: meant, do: what, text: values.text })
  return say(io, values.json === true ? jsonText({ thread: meant, did: what }) : `${meant}: ${DID[what]}.`)
}

const DID = { reply: 'said', resolve: 'resolved', reopen: 'taken up again' } as const

function needed(given: string | undefined, call: string): string {
  if (given === undefined) throw wrongCall(`Which one? leeway pr ${call}`)
  return given
}

function refuseSilence({ text = '' }: Pick<Options, 'text'>, why: string): void {
  if (text.trim() === '') throw wrongCall(why)
}

function numberIn(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw wrongCall(`${option} is the number of a round, such as 2.`)
}

function say(io: Io, text: string): ExitCode {
  io.stdout.write(`${text}\n`)
  return EXIT.fine
}

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS, allowPositionals: true })
}
