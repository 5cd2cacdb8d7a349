import type { Store } from '../engine/ports.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Job } from '../model/job.ts'
import { breathe } from './breathe.ts'
import { pageOf } from './desk/merge-pages.ts'
import type { Page, PageQuery } from './desk.ts'

/** Checkpoints may be large. */
const PAGE = 50

/** Everything that waits for a person in a job and below it, the oldest first. */
export async function holdsOf(store: Store, job: Job): Promise<readonly Checkpoint[]> {
  return (await pageOfHolds(store, job, { limit: Number.POSITIVE_INFINITY })).rows
}

/** A part of it. What a root holds itself stands in its row; everything further down stands in the index. */
export async function pageOfHolds(store: Store, job: Job, page: PageQuery): Promise<Page<Checkpoint>> {
  const { limit = 50, newestFirst = false } = page
  const holds = job.path.length === 0 ? await ownHolds(store, job) : []
  const equals = [job.path[0] ?? job.id]
  let count = 0
  for (let { after } = page; count < limit; ) {
    const query = { table: 'checkpoints', index: 'held_below', equals, after, newestFirst, limit: PAGE } as const
    const found = await store.find(query)
    const below = found.map(({ row }) => row).filter((row) => row.job === job.id || row.path.includes(job.id))
    holds.push(...below)
    count += below.length
    const last = found.at(-1)
    if (last === undefined || found.length < PAGE) break
    after = { value: last.row.opened_at, id: last.id }
    await breathe()
  }
  return pageOf(holds, ({ opened_at }) => opened_at, page)
}

async function ownHolds(store: Store, { held }: Job): Promise<Checkpoint[]> {
  const rows: Checkpoint[] = []
  for (let at = 0; at < held.length; at += PAGE) {
    if (at > 0) await breathe()
    const found = await Promise.all(held.slice(at, at + PAGE).map((id) => store.get('checkpoints', id)))
    rows.push(...found.flatMap((one) => (one?.row.status === 'pending' ? [one.row] : [])))
  }
  return rows
}
