import type { Cursor, Desk, ListedPull, Page as ListPage } from '../../compose.ts'
import { harmless } from '../../model/harmless.ts'
import { PULL_STATUSES } from '../../model/pull-status.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { fullId } from '../person/full-id.ts'
import { cursorIn, drawNext, limitIn } from '../person/paging.ts'
import { watchList } from '../person/watch-list.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { drawPulls } from './draw-pull.ts'
import { waitsFor } from './whose-turn.ts'

interface Called {
  readonly desk: Desk
  readonly io: Io
  readonly values: {
    readonly all?: boolean | undefined
    readonly job?: string | undefined
    readonly json?: boolean | undefined
    readonly watch?: boolean | undefined
    readonly limit?: string | undefined
    readonly after?: string | undefined
  }
}

const NONE_OPEN = 'No pull request is open. With --all those that are merged or closed are listed too.'
const LOOK = ['', 'Look at one: leeway pr show ID']

/** `leeway pr list`: the pull requests that are open, or all of them. */
export async function listPulls(called: Called): Promise<ExitCode> {
  const { desk, io, values } = called
  const job = values.job === undefined ? undefined : await fullId.job(desk, values.job)
  const query = { statuses: values.all === true ? PULL_STATUSES : undefined, job, limit: limitIn(values) }
  const read = (after: Cursor | undefined) => desk.pulls.list({ ...query, after })
  if (values.watch === true)
    return watchList(desk, {
      io,
      values,
      draw: (found) => drawFound(found, called),
      read: () => read(undefined),
      stateOf: (pull) => `${pull.round}/${pull.status}/${waitsFor(pull)}`,
      tell: (pull) =>
        `round ${pull.round}  ${pull.turn === null ? '' : 'waits for '}${waitsFor(pull)}  ${harmless(pull.title)}`.trimEnd(),
      became: async (id) => {
        const { pull } = await desk.pulls.read(id)
        return pull.status === 'open' ? null : { row: pull, status: pull.status }
      },
    })
  const found = await read(cursorIn(values))
  io.stdout.write(`${values.json === true ? jsonText(found) : drawFound(found, called)}\n`)
  return EXIT.fine
}

function drawFound({ rows, next }: ListPage<ListedPull>, { io, values }: Called): string {
  if (rows.length === 0) return values.all === true ? 'There is no pull request.' : NONE_OPEN
  const page = pageOf(io)
  const more = drawNext(next, 'leeway pr list', page)
  return [drawPulls(rows, new Date(), page), ...more, ...LOOK.map(page.spell)].join('\n')
}
