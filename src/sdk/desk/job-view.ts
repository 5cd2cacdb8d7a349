import { loadJob, whyHalted } from '../../engine/job-state.ts'
import { Reader } from '../../engine/reader.ts'
import type { Ports } from '../../engine/run-command.ts'
import type { Attempt } from '../../model/attempt.ts'
import type { JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import { breathe } from '../breathe.ts'
import type { Cursor, JobView } from '../desk.ts'
import { pageOfHolds } from '../holds-of.ts'
import { presences } from '../presences.ts'

/** Rows may be large, and nobody else has a turn while they are read. */
const PAGE = 10
const MOST_DOUBTS = 200
/** More than this nobody reads; whoever needs all of them has the log. */
const MOST_DESCENDANTS = 1000

/** What one look may bring, in characters; whoever wants the rest asks for it page by page. */
const MOST_TEXT = 1024 * 1024
const MOST_HOLDS = 1000

/** A job with what surrounds it, for whoever may see it. */
export async function jobView(ports: Ports, id: JobId): Promise<JobView> {
  const state = await loadJob(new Reader(ports.store), id, ports.policies)
  const { job, ancestors, policy } = state
  const room = new Room(MOST_TEXT)
  const held = await pageOfHolds(ports.store, job, { limit: MOST_HOLDS, mostText: room.left })
  const holds = room.take(held.rows)
  const doubts = await doubtsOf(ports, id, room.left)
  const in_doubt = room.take(doubts)
  const descendants = room.take(await descendantsOf(ports, id, room.left))
  return {
    job,
    ancestors,
    descendants,
    holds,
    in_doubt,
    effective_policy: policy.digest,
    halted: whyHalted(state) ?? null,
    presence: (await presences(ports.store)).ofJob(job),
    more: room.isFull || held.next !== null || doubts.length >= MOST_DOUBTS || descendants.length >= MOST_DESCENDANTS,
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
    const tooMuch = rows.findIndex((row, at) => {
      this.left -= JSON.stringify(row).length
      return this.left < 0 && at > 0
    })
    this.isFull ||= tooMuch !== -1
    return tooMuch === -1 ? rows : rows.slice(0, tooMuch)
  }
}

/** Actions of a job of which nobody knows whether they ran; it stops soon after there is more text than is wanted. */
async function doubtsOf({ store }: Ports, id: JobId, mostText: number): Promise<readonly Attempt[]> {
  const all: Attempt[] = []
  for (let after: Cursor | undefined, text = 0; all.length < MOST_DOUBTS; ) {
    const page = await store.find({ table: 'attempts', index: 'in_doubt', equals: [id], after, limit: PAGE })
    all.push(...page.map(({ row }) => row))
    text += JSON.stringify(page).length
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE || text > mostText) break
    after = { value: last.row.claimed_at, id: last.id }
    await breathe()
  }
  return all
}

/** Everything below a job, parents before their children; it stops soon after there is more text than is wanted. */
async function descendantsOf({ store }: Ports, id: JobId, mostText: number): Promise<readonly Job[]> {
  const all: Job[] = []
  const open = [id]
  let text = 0
  for (let parent = open.shift(); parent !== undefined; parent = open.shift()) {
    for await (const page of childrenOf(store, parent)) {
      all.push(...page)
      open.push(...page.map((job) => job.id))
      text += JSON.stringify(page).length
      if (text > mostText || all.length >= MOST_DESCENDANTS) return all
      await breathe()
    }
  }
  return all
}

async function* childrenOf(store: Ports['store'], parent: JobId): AsyncGenerator<readonly Job[]> {
  for (let after: Cursor | undefined; ; ) {
    const page = await store.find({ table: 'jobs', index: 'children', equals: [parent], after, limit: PAGE })
    yield page.map(({ row }) => row)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = { value: last.row.started_at, id: last.id }
  }
}
