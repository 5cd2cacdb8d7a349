import { maySee } from '../../engine/access.ts'
import { AppError } from '../../model/errors.ts'
import type { JobId, TenantId } from '../../model/ids.ts'
import { breathe } from '../../sdk/breathe.ts'
import { haveToDo } from '../../sdk/desk/whom-about.ts'
import type { Desk, LogEvent, LogQuery } from '../../sdk/desk.ts'
import { ownJob } from '../access/own-work.ts'
import type { Call, HandlersOf, StreamPlan } from '../call.ts'
import type { TailEvent } from '../events/log-tail.ts'
import { waitUntil } from '../events/wait-until.ts'
import type { House } from '../house.ts'
import { deskOf } from './desk-of.ts'
import { atOnce, MOST_BYTES } from './scan.ts'

type Names = 'list_events' | 'stream_events' | 'read_kill_switch' | 'set_kill_switch'

/** What happened, and what stops everything at once. */
export function logHandlers(house: House): HandlersOf<Names> {
  const { context, tail } = house
  return {
    list_events: async ({ principal, input, signal }) => {
      const desk = deskOf(context, principal)
      const { wait, ...query } = input
      const look = async () => {
        const rows = await readLog(desk, query)
        // After a restore the log ends before what somebody has read: they are told where it ends, and hear of what comes.
        return { rows, last: rows.at(-1)?.seq ?? Math.min(input.after, await context.store.last()) }
      }
      const isNews = ({ rows, last }: { rows: readonly unknown[]; last: number }) =>
        rows.length > 0 || last < input.after
      const matters = ({ event }: TailEvent) =>
        (input.job ?? event.job) === event.job && (input.checkpoint ?? event.checkpoint) === event.checkpoint
      return waitUntil(tail, { look, isNews, matters }, { ms: wait * 1000, signal: signal() })
    },
    stream_events: (call) => planOf(house, call),
    read_kill_switch: ({ principal }) => deskOf(context, principal).killSwitch(),
    set_kill_switch: async ({ principal, input, idempotency }) => {
      const desk = deskOf(context, principal, idempotency)
      await desk.setKillSwitch(input.halt, input.on, input.reason)
      return desk.killSwitch()
    },
  }
}

/** Entries may be large: few are read at once, and a page ends early when it grows too heavy. */
async function readLog(desk: Desk, query: LogQuery): Promise<readonly LogEvent[]> {
  const { limit = USUAL_LIMIT } = query
  const rows: LogEvent[] = []
  for (let bytes = 0; rows.length < limit && bytes < MOST_BYTES; ) {
    const after = rows.at(-1)?.seq ?? query.after
    const most = Math.min(atOnce({ read: bytes, seen: rows.length }), limit - rows.length)
    const found = await desk.events({ ...query, after, limit: most })
    if (found.length === 0) break
    rows.push(...found)
    bytes += JSON.stringify(found).length
    await breathe()
  }
  return rows
}

const USUAL_LIMIT = 50

/** Which entries somebody may see, as they stand now; a change of that ends the stream. */
async function planOf({ context }: House, call: Call<'stream_events'>): Promise<StreamPlan> {
  const { principal, input } = call
  const { after } = input
  if (principal.kind === 'person') {
    const me = await principal.me()
    const isSeen = (told: TailEvent) => maySee(me, told.event.tenant as TenantId) && isOfReach(told, me)
    if (input.job === undefined) return { after, accepts: isSeen }
    const { job } = await deskOf(context, principal).job(input.job)
    const isBelow = belowJob(job.id)
    return { after, accepts: (event) => isSeen(event) && isBelow(event) }
  }
  const { bearer, tenant } = principal
  const isSeen = (told: TailEvent) => told.event.tenant === tenant && isOfReach(told, { tenants: [tenant] })
  const bound = input.job ?? (bearer.kind === 'agent' ? bearer.job : null)
  if (bound === null && bearer.kind === 'service') return { after, accepts: isSeen }
  if (bound === null) {
    const message = 'Say of which job: the token of this agent is bound to none.'
    throw new AppError('invalid_input', [{ code: 'missing_key', message, path: '/job' }])
  }
  const isBelow = belowJob((await ownJob(context.store, principal, bound)).id)
  return { after, accepts: (event) => isSeen(event) && isBelow(event) }
}

/** Nobody hears of people with whom they have nothing to do. */
function isOfReach({ reach }: TailEvent, whose: Parameters<typeof haveToDo>[0]): boolean {
  return reach === undefined || haveToDo(whose, { tenants: reach })
}

/** Entries of a job and of everything that works for it. */
const belowJob =
  (id: JobId) =>
  ({ event, path }: TailEvent): boolean =>
    event.job === id || path.includes(id)
