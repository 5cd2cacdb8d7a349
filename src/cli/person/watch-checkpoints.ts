import type { Desk, ListedCheckpoint, Page as ListPage } from '../../compose.ts'
import type { JobId } from '../../model/ids.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { jsonLine } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { askedText } from './asked-text.ts'
import { doubtsBelow } from './doubts-below.ts'
import { drawCheckpoints } from './draw-checkpoints.ts'
import { drawDoubts } from './draw-doubts.ts'
import { drawHalts } from './draw-halts.ts'
import { isTerminal, readKey } from './terminal.ts'

interface Watching {
  readonly io: Io
  readonly json: boolean
  /** Only this job and those below it. */
  readonly job: JobId | undefined
  readonly read: () => Promise<ListPage<ListedCheckpoint>>
}

const QUIT = new Set(['q', 'Q', '\u0003', '\u0004', '\u001b'])
/** Ages and deadlines move on although nothing happens. */
const REDRAW_MS = 5000

/** Shows what waits while it changes: a page that is drawn anew, or a line for each new checkpoint. */
export async function watchCheckpoints(desk: Desk, watching: Watching): Promise<ExitCode> {
  const { io, json } = watching
  const show = isTerminal(io) && !json ? redraw(desk, watching) : printNew(watching)
  const failed = Promise.withResolvers<never>()
  let busy = Promise.resolve()
  const again = () => {
    busy = busy.then(show).catch(failed.reject)
  }
  again()
  const stop = desk.watch(again)
  const timer = setInterval(again, REDRAW_MS)
  try {
    await Promise.race([failed.promise, isTerminal(io) ? untilQuit(io) : untilSignal()])
  } finally {
    stop()
    clearInterval(timer)
    await busy
  }
  return EXIT.fine
}

function redraw(desk: Desk, { io, job, read }: Watching): () => Promise<void> {
  return async () => {
    const page = pageOf(io)
    const { rows } = await read()
    const doubts = await doubtsBelow(desk, job)
    const isQuiet = rows.length === 0 && doubts.length === 0
    const body = [
      ...(isQuiet ? ['Nothing waits for you.'] : []),
      ...(rows.length === 0 ? [] : [drawCheckpoints(rows, new Date(), page)]),
      ...(doubts.length === 0 ? [] : [drawDoubts(doubts, page)]),
    ]
    const halts = drawHalts(await desk.killSwitch(), new Date(), page)
    const foot = page.paint('dim', `${new Date().toLocaleTimeString()} · q: quit`)
    io.stdout.write(`\u001b[2J\u001b[H${[...halts, body.join('\n\n')].join('\n')}\n\n${foot}\n`)
  }
}

function printNew({ io, json, read }: Watching): () => Promise<void> {
  const told = new Set<string>()
  return async () => {
    for (const checkpoint of (await read()).rows) {
      const place = `${checkpoint.id}/${checkpoint.revision}/${checkpoint.status}`
      if (told.has(place)) continue
      told.add(place)
      const line = `${checkpoint.id}  ${checkpoint.status}  ${askedText(checkpoint)}`
      io.stdout.write(`${json ? jsonLine(checkpoint) : line}\n`)
    }
  }
}

async function untilQuit(io: Io): Promise<void> {
  while (!QUIT.has(await readKey(io)));
}

function untilSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve())
  return promise
}
