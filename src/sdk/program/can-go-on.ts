import type { Lease, Store } from '../../engine/ports.ts'
import type { JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { Context } from '../context.ts'
import { rowsInTurns } from '../rows-in-turns.ts'
import { isGone } from '../session.ts'
import { DRIVES, driveName } from './job-lease.ts'

type Here = Pick<Context, 'store'>

/**
 * Whether a program would come further than it did. What was answered goes on whatever else is held, because phases beside each other wait
 * each for their own people; and what a dead process had begun goes on beside a question that it had asked.
 */
export async function canGoOn({ store }: Here, job: Job, unfinished?: ReadonlySet<string>): Promise<boolean> {
  if (job.status === 'running' || job.status === 'queued') return true
  if (job.status !== 'pending_review' && job.status !== 'waiting') return false
  if (job.answered === true || job.waits_for !== undefined || (await isSentBack(store, job))) return true
  const begun = unfinished ?? (await unfinishedIn(store))
  if (begun.has(driveName(job.id))) return true
  const below = await standingBelow(store, job.id, begun)
  return below === 'goes on' || (below === 'done' && job.status === 'waiting')
}

/** Where those stand that work for a job. */
async function standingBelow(
  store: Store,
  id: JobId,
  begun: ReadonlySet<string>,
): Promise<'goes on' | 'waits' | 'done'> {
  let standing: 'waits' | 'done' = 'done'
  for await (const child of childrenOf(store, id)) {
    if (child.ended_at !== null) continue
    if (await canGoOn({ store }, child, begun)) return 'goes on'
    standing = 'waits'
  }
  return standing
}

/** What was being driven by processes that are gone: they did not leave it where it waits. */
export async function unfinishedIn(store: Pick<Store, 'leases' | 'now'>): Promise<ReadonlySet<string>> {
  const now = store.now()
  const isOver = (lease: Lease) => isGone(lease, now) || Date.parse(lease.until) <= now.getTime()
  return new Set((await store.leases(DRIVES)).filter(isOver).map(({ name }) => name))
}

/** What was sent back waits for the agent, and for nobody else. */
async function isSentBack(store: Store, { held }: Job): Promise<boolean> {
  for (const checkpoint of held) {
    if ((await store.getBrief('checkpoints', checkpoint))?.row.sent_back) return true
  }
  return false
}

function childrenOf(store: Store, id: JobId): AsyncGenerator<Job> {
  return rowsInTurns(store, { table: 'jobs', index: 'children', equals: [id], newestFirst: true, orderOf })
}

const orderOf = ({ started_at }: Job) => started_at
