import type { Desk, Page } from '../../compose.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { jsonLine } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { wrongCall } from '../wrong-call.ts'
import { isTerminal, readKey } from './terminal.ts'

/** The option of every list that can be watched. */
export const WATCHING = { watch: { type: 'boolean' } } as const

/** A list that is watched: as a page for people, and row by row for programs. */
interface Watched<Row extends { readonly id: string }> {
  readonly io: Io
  readonly values: { readonly json?: boolean | undefined; readonly after?: string | undefined }
  /** The page that a terminal shows. */
  readonly draw: (found: Page<Row>) => string | Promise<string>
  readonly read: () => Promise<Page<Row>>
  /** A row is told again when this is another. */
  readonly stateOf: (row: Row) => string
  /** What is told of a row, behind its id. */
  readonly tell: (row: Row) => string
  /** What became of one that is not listed any more; null where it only stands on another page. Lists from which nothing goes have none. */
  readonly became?: (id: Row['id']) => Promise<Ended | null>
}

/** How something ended that was listed. */
interface Ended {
  readonly row: unknown
  readonly status: string
}

const QUIT = new Set(['q', 'Q', '\u0003', '\u0004', '\u001b'])
/** Ages and deadlines move on although nothing happens. */
const REDRAW_MS = 5000
/** Of what stands on other pages, which may be much, so many are read at each look, one after the other. */
const MOST_READ = 20

/** Shows a list while it changes: a page that is drawn anew, or a line for each row that is new or another. */
export async function watchList<Row extends { readonly id: string }>(
  desk: Pick<Desk, 'watch'>,
  watched: Watched<Row>,
): Promise<ExitCode> {
  const { io, values } = watched
  if (values.after !== undefined) throw wrongCall('--watch shows the first page while it changes: leave out --after.')
  const show = isTerminal(io) && values.json !== true ? redraw(watched) : printNew(watched)
  const failed = Promise.withResolvers<never>()
  let busy = Promise.resolve()
  let isDue = false
  // Whoever looks next sees all that has happened: one look for each would fall behind where much does.
  const again = () => {
    if (isDue) return
    isDue = true
    busy = busy
      .then(() => {
        isDue = false
        return show()
      })
      .catch(failed.reject)
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

function redraw<Row extends { readonly id: string }>({ io, draw, read }: Watched<Row>): () => Promise<void> {
  return async () => {
    const drawn = await draw(await read())
    const foot = pageOf(io).paint('dim', `${new Date().toLocaleTimeString()} · q: quit`)
    io.stdout.write(`\u001b[2J\u001b[H${drawn}\n\n${foot}\n`)
  }
}

function printNew<Row extends { readonly id: string }>(watched: Watched<Row>): () => Promise<void> {
  const { io, values, read, stateOf, tell, became } = watched
  const told = new Map<Row['id'], string>()
  const write = (row: { readonly id: string }, whole: unknown, text: string) =>
    io.stdout.write(`${values.json === true ? jsonLine(whole) : `${row.id}  ${text}`}\n`)
  /** What was not listed when it was last looked at, and had not ended: the longest ago first. */
  const elsewhere = new Set<Row['id']>()
  /** Whoever waits for the end of something is told of it, though it is not in the list any more. What has just gone is asked about at once. */
  const tellEnds = async (rows: readonly Row[]) => {
    if (became === undefined) return
    const listed = new Set(rows.map(({ id }) => id))
    for (const id of listed) elsewhere.delete(id)
    const gone = [...told.keys()].filter((id) => !listed.has(id) && !elsewhere.has(id))
    for (const id of [...gone, ...[...elsewhere].slice(0, MOST_READ)]) {
      const ended = await became(id)
      elsewhere.delete(id)
      if (ended === null) elsewhere.add(id)
      else {
        told.delete(id)
        write({ id }, ended.row, ended.status)
      }
    }
  }
  return async () => {
    const { rows } = await read()
    for (const row of rows) {
      const state = stateOf(row)
      if (told.get(row.id) === state) continue
      told.set(row.id, state)
      write(row, row, tell(row))
    }
    await tellEnds(rows)
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
