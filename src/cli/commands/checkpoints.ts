import type { Cursor, Desk, ListedCheckpoint, ListedPull, Page as ListPage } from '../../compose.ts'
import type { Attempt } from '../../model/attempt.ts'
import { CHECKPOINT_STATUSES } from '../../model/checkpoint-status.ts'
import { AppError } from '../../model/errors.ts'
import type { CheckpointId, JobId } from '../../model/ids.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { answerHints } from '../person/answer-hints.ts'
import { askedData } from '../person/asked-data.ts'
import { askedText } from '../person/asked-text.ts'
import { doubtsBelow } from '../person/doubts-below.ts'
import { drawCheckpoint, type ShownCheckpoint } from '../person/draw-checkpoint.ts'
import { drawCheckpoints } from '../person/draw-checkpoints.ts'
import { drawDoubts } from '../person/draw-doubts.ts'
import { drawHalt, drawHalts, haltOverCheckpoint } from '../person/draw-halts.ts'
import { drawStuck, stuckBelow } from '../person/draw-stuck.ts'
import { fullId } from '../person/full-id.ts'
import { cursorIn, drawNext, limitIn, PAGING } from '../person/paging.ts'
import { WATCHING, watchList } from '../person/watch-list.ts'
import { withDesk } from '../person/with-desk.ts'
import { lookAt, showWork } from '../pull/work-of.ts'
import { jsonText } from '../text/json-text.ts'
import { type Page, pageOf } from '../text/page.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  all: { type: 'boolean' },
  job: { type: 'string' },
  agent: { type: 'string' },
  due: { type: 'boolean' },
  json: { type: 'boolean' },
  ...WATCHING,
  ...PAGING,
} as const

type Options = ReturnType<typeof parse>['values']

/** `leeway checkpoints`: what waits for a person. */
export const command: Command = {
  help: `leeway checkpoints [--all | --due] [--job ID] [--agent NAME] [--limit N] [--after PLACE] [--watch] [--json]
leeway checkpoints show ID [--json]

Lists what waits for a person, oldest first: since when, which agent, what it asks, and why it was held. \`show\` tells
everything about one: the complete content that would be approved, of the work of a phase all that changes, and per axis
what was seen and what is allowed.
Actions of which nobody knows whether they ran stand below: a person finds out, and says so with \`leeway settle\`.
So do merges that are stuck until a person mends what stops them.

  --all     what is decided as well           --limit   how many at once (50)
  --job     of this job and those below it    --after   where the page before ended
  --agent   of this agent                     --due     what runs out, the nearest deadline first
  --watch   stay and show what changes; q ends it. Without a terminal: one line for each new one
  --json    as data

Of an id its beginning or its end (four characters or more) is enough, as long as it is clear which one is meant.

Example:  leeway checkpoints show chk_x3`,
  run: async (args, io) => {
    const { values, positionals } = parse(args)
    const [verb, id, another] = positionals
    if (verb === undefined) return withDesk(io, (desk) => list(desk, values, io))
    if (verb !== 'show' || id === undefined || another !== undefined)
      throw wrongCall('Which one? leeway checkpoints show ID. All of them: leeway checkpoints')
    return withDesk(io, (desk) => show(desk, id, { values, io }))
  },
}

async function show(desk: Desk, given: string, { values, io }: { values: Options; io: Io }): Promise<ExitCode> {
  const id = await fullId.checkpoint(desk, given)
  const shown = await shownAt(desk, id)
  const halted = await haltOverCheckpoint(desk, shown.view)
  const page = pageOf(io)
  const now = desk.now()
  if (values.json === true) io.stdout.write(`${jsonText(askedData(shown, halted))}\n`)
  else {
    const halt = halted === null ? [] : ['', ...drawHalt(halted, now, page)]
    io.stdout.write(`${[drawCheckpoint(shown, now, page), ...halt].join('\n')}\n`)
  }
  return EXIT.fine
}

/** Where the repository of some work can't be read, people still see what is held, and why. */
async function shownAt(desk: Desk, id: CheckpointId): Promise<ShownCheckpoint> {
  try {
    return await showWork(desk, await lookAt(desk, id))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { view: await desk.checkpoint(id), work: { unreadable: error.message } }
  }
}

async function list(desk: Desk, values: Options, io: Io): Promise<ExitCode> {
  const job = values.job === undefined ? undefined : await fullId.job(desk, values.job)
  const limit = limitIn(values)
  const read = (after: Cursor | undefined) => desk.checkpoints({ ...wanted(values, job), limit, after })
  if (values.watch === true)
    return watchList(desk, {
      io,
      values,
      draw: ({ rows }) => drawWaiting(desk, { rows, job, io }),
      read: () => read(undefined),
      stateOf: ({ revision, status }) => `${revision}/${status}`,
      tell: (checkpoint) => `${checkpoint.status}  ${askedText(checkpoint)}`,
      became: async (id) => {
        const { checkpoint } = await desk.checkpoint(id)
        return checkpoint.status === 'pending' ? null : { row: checkpoint, status: checkpoint.status }
      },
    })
  const page = await read(cursorIn(values))
  const halted = await desk.killSwitch()
  const in_doubt = await doubtsBelow(desk, job)
  const stuck = await stuckBelow(desk, job)
  if (values.json === true) io.stdout.write(`${jsonText({ ...page, in_doubt, stuck, halted })}\n`)
  else {
    const halts = drawHalts(halted, desk.now(), pageOf(io))
    const others = othersThatWait({ in_doubt, stuck }, pageOf(io))
    const isQuiet = page.rows.length === 0 && values.all !== true && others.length > 0
    const rows = isQuiet
      ? 'No question is open, but this waits for you:'
      : drawList(page, values, { io, now: desk.now() })
    io.stdout.write(`${[...halts, rows, ...others.flatMap((text) => ['', text])].join('\n')}\n`)
  }
  return EXIT.fine
}

interface Waiting {
  readonly rows: readonly ListedCheckpoint[]
  /** Only this job and those below it. */
  readonly job: JobId | undefined
  readonly io: Io
}

/** What waits, as it is watched: the table alone, and what is no question below it. */
async function drawWaiting(desk: Desk, { rows, job, io }: Waiting): Promise<string> {
  const page = pageOf(io)
  const others = othersThatWait({ in_doubt: await doubtsBelow(desk, job), stuck: await stuckBelow(desk, job) }, page)
  const isQuiet = rows.length === 0 && others.length === 0
  const body = [
    ...(isQuiet ? ['Nothing waits for you.'] : []),
    ...(rows.length === 0 ? [] : [drawCheckpoints(rows, desk.now(), page)]),
    ...others,
  ]
  const halts = drawHalts(await desk.killSwitch(), desk.now(), page)
  return [...halts, body.join('\n\n')].join('\n')
}

/** What waits for a person and is no question, each kind by itself. */
function othersThatWait(
  { in_doubt, stuck }: { readonly in_doubt: readonly Attempt[]; readonly stuck: readonly ListedPull[] },
  page: Page,
): readonly string[] {
  return [
    ...(in_doubt.length === 0 ? [] : [drawDoubts(in_doubt, page)]),
    ...(stuck.length === 0 ? [] : [drawStuck(stuck, page)]),
  ]
}

function wanted(values: Options, job: JobId | undefined) {
  if (values.due === true && (values.all === true || job !== undefined))
    throw wrongCall('--due lists what waits and runs out, of whatever job: leave out --all and --job.')
  const by = values.due === true ? ('deadline' as const) : undefined
  return { job, agent: values.agent, by, statuses: values.all === true ? CHECKPOINT_STATUSES : undefined }
}

function drawList(
  { rows, next }: ListPage<ListedCheckpoint>,
  values: Options,
  { io, now }: { io: Io; now: Date },
): string {
  const page = pageOf(io)
  if (rows.length === 0) return values.all === true ? 'There are no checkpoints yet.' : 'Nothing waits for you.'
  const [only, another] = rows
  const id = only === undefined || another !== undefined ? 'ID' : only.id
  const answers = answerHints(rows.filter(isPending), id)
  const hint = [`leeway checkpoints show ${id}`, ...answers].map((line) => page.paint('dim', page.spell(line)))
  return [drawCheckpoints(rows, now, page), '', ...drawNext(next, 'leeway checkpoints', page), ...hint].join('\n')
}

function isPending({ status }: ListedCheckpoint): boolean {
  return status === 'pending'
}

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS, allowPositionals: true })
}
