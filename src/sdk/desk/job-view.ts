import { loadJob, whyHalted } from '../../engine/job-state.ts'
import { Reader } from '../../engine/reader.ts'
import type { Ports } from '../../engine/run-command.ts'
import type { JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import { breathe } from '../breathe.ts'
import type { JobView } from '../desk.ts'
import { pageOfHolds } from '../holds-of.ts'

const PAGE = 200
/** Where rows are shown and not only walked through. */
const SMALL_PAGE = 50
/** More than this nobody reads; whoever needs all of them has the log. */
const MOST_DESCENDANTS = 1000

/** What one look may bring, in characters; whoever wants the rest asks for it page by page. */
const MOST_TEXT = 1024 * 1024
const MOST_HOLDS = 1000

/** A job with what surrounds it, for whoever may see it. */
export async function jobView(ports: Ports, id: JobId): Promise<JobView> {
  const state = await loadJob(new Reader(ports.store), id, ports.policies)
  const { job, ancestors, policy } = state
  const doubts = await ports.store.find({ table: 'attempts', index: 'in_doubt', equals: [id], limit: PAGE })
  const room = new Room(MOST_TEXT)
  const held = await pageOfHolds(ports.store, job, { limit: MOST_HOLDS })
  const holds = room.take(held.rows)
  const in_doubt = room.take(doubts.map(({ row }) => row))
  const descendants = room.take(await descendantsOf(ports, id, room.left))
  return {
    job,
    ancestors,
    descendants,
    holds,
    in_doubt,
    effective_policy: policy.digest,
    halted: whyHalted(state) ?? null,
    more: room.isFull || held.next !== null || doubts.length === PAGE,
  }
}

/** How much text still fits. */
class Room {
  left: number
  isFull = false

  constructor(left: number) {
    this.left = left
  }

  /** The first rows, as far as they fit; a list is never wholly left out. */
  take<Row>(rows: readonly Row[]): readonly Row[] {
    const taken = rows.filter((row, at) => {
      this.left -= JSON.stringify(row).length
      return this.left >= 0 || at === 0
    })
    this.isFull ||= taken.length < rows.length
    return taken
  }
}

/** Everything below a job, parents before their children; it stops soon after there is more text than is wanted. */
export async function descendantsOf(
  { store }: Ports,
  id: JobId,
  mostText = Number.POSITIVE_INFINITY,
): Promise<readonly Job[]> {
  const all: Job[] = []
  const open = [id]
  let text = 0
  for (let parent = open.shift(); parent !== undefined && all.length < MOST_DESCENDANTS; parent = open.shift()) {
    const limit = mostText === Number.POSITIVE_INFINITY ? PAGE : SMALL_PAGE
    const children = await store.find({ table: 'jobs', index: 'children', equals: [parent], limit })
    all.push(...children.map(({ row }) => row))
    open.push(...children.map(({ row }) => row.id))
    text += JSON.stringify(children).length
    if (text > mostText) break
    await breathe()
  }
  return all
}
