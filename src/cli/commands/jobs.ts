import type { Cursor, Desk, ListedJob, Page as ListPage } from '../../compose.ts'
import { harmless } from '../../model/harmless.ts'
import { JOB_STATUSES } from '../../model/job-status.ts'
import { presenceWord } from '../../model/presence-text.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { drawDoubts } from '../person/draw-doubts.ts'
import { drawHalts } from '../person/draw-halts.ts'
import { cursorIn, drawNext, limitIn, PAGING } from '../person/paging.ts'
import { type NotDone, refusedInEach } from '../person/refused-in.ts'
import { STATUS_SIGNS } from '../person/status-signs.ts'
import { WATCHING, watchList } from '../person/watch-list.ts'
import { withDesk } from '../person/with-desk.ts'
import { age } from '../text/age.ts'
import { jsonText } from '../text/json-text.ts'
import { type Page, pageOf } from '../text/page.ts'
import { type Cell, drawTable, NARROW_PAGE, type Piece } from '../text/table.ts'
import { wrap } from '../text/wrap.ts'

const OPTIONS = { all: { type: 'boolean' }, json: { type: 'boolean' }, ...WATCHING, ...PAGING } as const
type Options = ReturnType<typeof parse>['values']
type Found = ListPage<ListedJob>

/** `leeway jobs`: what agents are doing. */
export const command: Command = {
  help: `leeway jobs [--all] [--limit N] [--after PLACE] [--watch] [--json]

Lists the jobs that have not ended, oldest first, and the actions of which nobody knows whether they ran. What the kill
switch has halted stands above them.

  --all     those that have ended as well, newest first
  --watch   stay and show what changes; q ends it. Without a terminal: one line for each that is new or moves on

Example:  leeway jobs --all`,
  run: async (args, io) => {
    const values = parse(args).values
    return withDesk(io, (desk) => list(desk, values, io))
  },
}

async function list(desk: Desk, values: Options, io: Io): Promise<ExitCode> {
  const all = values.all === true
  const query = { limit: limitIn(values), newestFirst: all, statuses: all ? JOB_STATUSES : undefined }
  const read = (after: Cursor | undefined) => desk.jobs({ ...query, after })
  if (values.watch === true)
    return watchList(desk, {
      io,
      values,
      draw: (found) => drawFound(desk, found, { all, io }),
      read: () => read(undefined),
      stateOf: ({ status, held }) => `${status}/${held.length}`,
      tell: (job) => `${job.status}  ${harmless(job.agent)}  ${harmless(job.title)}`.trimEnd(),
      became: async (id) => {
        const { job } = await desk.job(id)
        return job.ended_at === null ? null : { row: job, status: job.status }
      },
    })
  const found = await read(cursorIn(values))
  if (values.json === true) {
    const { rows: in_doubt } = await desk.inDoubt()
    const said = { ...found, in_doubt, sessions: await desk.sessions(), halted: await desk.killSwitch() }
    io.stdout.write(`${jsonText(said)}\n`)
  } else io.stdout.write(`${await drawFound(desk, found, { all, io })}\n`)
  return EXIT.fine
}

/** The jobs, what is to know about them, and what nobody knows of them. */
async function drawFound(desk: Desk, found: Found, { all, io }: { all: boolean; io: Io }): Promise<string> {
  const page = pageOf(io)
  const { rows: doubtful } = await desk.inDoubt()
  const refused = await refusedInEach(
    desk,
    found.rows.map(({ id }) => id),
  )
  const none = all ? 'There are no jobs yet.' : 'No job is open.'
  return [
    ...drawHalts(await desk.killSwitch(), new Date(), page),
    found.rows.length === 0 ? none : drawJobs(found.rows, refused, page),
    ...drawNext(found.next, `leeway jobs${all ? ' --all' : ''}`, page),
    ...drawLeft(found.rows, page),
    ...drawLook(found.rows, page),
    ...(doubtful.length === 0 ? [] : ['', drawDoubts(doubtful, page)]),
  ].join('\n')
}

/** A job is running until somebody says that it has ended, also while nobody works on it. */
function drawLeft(jobs: readonly ListedJob[], page: Page): readonly string[] {
  const words = new Set(jobs.map(presenceWord))
  const texts = [
    ...(words.has('no process')
      ? [
          '“no process”: nothing of it runs now. It goes on when its agent runs again; one that is done says `await job.finish()`.',
        ]
      : []),
    ...(words.has('not heard of')
      ? ['“not heard of”: it is worked on over HTTP, and its agent, silent for a while, may come back by itself.']
      : []),
  ]
  const lines = texts.flatMap((text) => wrap(text, page.width)).map((line) => page.paint('dim', line))
  return lines.length === 0 ? [] : ['', ...lines]
}

function drawLook(jobs: readonly ListedJob[], page: Page): readonly string[] {
  return jobs.length === 0 ? [] : ['', page.paint('dim', page.spell('Look at one: leeway job show ID'))]
}

type Refused = Awaited<ReturnType<typeof refusedInEach>>

function drawJobs(jobs: readonly ListedJob[], refused: Refused, page: Page): string {
  const now = new Date()
  const narrow = page.width < NARROW_PAGE
  const head = narrow ? ['job', 'status, and what it is about'] : ['job', 'status', 'agent', 'since', 'held', 'about']
  const rows = jobs.map((job) => (narrow ? narrowRow : wideRow)(job, refused(job.id), now))
  return drawTable({ head, rows }, page)
}

function wideRow(job: ListedJob, refused: NotDone, now: Date): readonly Cell[] {
  const { id, agent, started_at, held } = job
  return [
    { text: id, format: 'bold', isWhole: true },
    standing(job, refused),
    { text: harmless(agent) },
    { text: age(started_at, now) },
    { text: held.length === 0 ? '' : String(held.length) },
    about(job),
  ]
}

/** Ids are long, and what a job is about would be left a word a line. */
function narrowRow(job: ListedJob, refused: NotDone, now: Date): readonly Cell[] {
  const { id, agent, started_at, held } = job
  const holds = held.length === 0 ? '' : ` · ${held.length} held`
  return [
    [{ text: id, format: 'bold', isWhole: true }, { text: `${age(started_at, now)} · ${harmless(agent)}${holds}` }],
    [...standing(job, refused), ...about(job)].filter(({ text }) => text !== ''),
  ]
}

/** A job that ended without what was refused in it is done, and still did not do all that it wanted. */
function standing(job: ListedJob, refused: NotDone): readonly Piece[] {
  const { symbol, format } = STATUS_SIGNS[job.status]
  const word = presenceWord(job)
  return [
    { text: `${symbol} ${job.status}`, format },
    ...(word === '' ? [] : [{ text: word, format: 'yellow' } as const]),
    ...countOf(refused, 'rejected', 'refused'),
    ...countOf(refused, 'expired', 'expired'),
  ]
}

function about({ title, path, waits_for }: ListedJob): readonly Piece[] {
  const parent = path.at(-1)
  return [
    { text: harmless(title) },
    ...(waits_for === undefined ? [] : [{ text: `waits: ${harmless(waits_for)}`, format: 'yellow' } as const]),
    ...(parent === undefined ? [] : [{ text: `works for ${parent}`, format: 'dim' } as const]),
  ]
}

/** Silence is no refusal, so that each is counted by itself. */
function countOf({ rows, hasMore }: NotDone, status: 'rejected' | 'expired', word: string) {
  const count = rows.filter((checkpoint) => checkpoint.status === status).length
  const { symbol, format } = STATUS_SIGNS[status]
  return count === 0 ? [] : [{ text: `${symbol} ${count} ${hasMore ? 'and more ' : ''}${word}`, format }]
}

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS })
}
