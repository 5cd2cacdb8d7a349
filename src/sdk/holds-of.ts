import type { Store } from '../engine/ports.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Job } from '../model/job.ts'
import { breathe } from './breathe.ts'
import { pageOf } from './desk/merge-pages.ts'
import type { Page, PageQuery } from './desk.ts'

/** Checkpoints may be large, and nobody else has a turn while they are read. */
const PAGE = 10

/** Everything that waits for a person in a job and below it, the oldest first. */
export async function holdsOf(store: Store, job: Job): Promise<readonly Checkpoint[]> {
  return (await pageOfHolds(store, job, { limit: Number.POSITIVE_INFINITY })).rows
}

/** A part of it, and how much text is wanted: soon after there is more, no more is read. */
export interface HoldsQuery extends PageQuery {
  readonly mostText?: number
}

/** A part of it. What a root holds itself stands in its row; everything further down stands in the index. */
export async function pageOfHolds(store: Store, job: Job, page: HoldsQuery): Promise<Page<Checkpoint>> {
  const { limit = 50, newestFirst = false, mostText = Number.POSITIVE_INFINITY } = page
  const holds = job.path.length === 0 ? await ownHolds(store, job, mostText) : []
  const equals = [job.path[0] ?? job.id]
  let count = 0
  let text = lengthOf(holds, mostText)
  for (let { after } = page; count < limit && text <= mostText; ) {
    const query = { table: 'checkpoints', index: 'held_below', equals, after, newestFirst, limit: PAGE } as const
    const found = await store.find(query)
    const below = found.map(({ row }) => row).filter((row) => row.job === job.id || row.path.includes(job.id))
    holds.push(...below)
    count += below.length
    text += lengthOf(below, mostText)
    const last = found.at(-1)
    if (last === undefined || found.length < PAGE) break
    after = { value: last.row.opened_at, id: last.id }
    await breathe()
  }
  return pageOf(holds, ({ opened_at }) => opened_at, page)
}

async function ownHolds(store: Store, { held }: Job, mostText: number): Promise<Checkpoint[]> {
  const rows: Checkpoint[] = []
  for (let at = 0, text = 0; at < held.length && text <= mostText; at += PAGE) {
    if (at > 0) await breathe()
    const found = await Promise.all(held.slice(at, at + PAGE).map((id) => store.get('checkpoints', id)))
    const open = found.flatMap((one) => (one?.row.status === 'pending' ? [one.row] : []))
    rows.push(...open)
    text += lengthOf(open, mostText)
  }
  return rows
}

/** Measured only where it counts. */
function lengthOf(rows: readonly Checkpoint[], mostText: number): number {
  return mostText === Number.POSITIVE_INFINITY ? 0 : JSON.stringify(rows).length
}
