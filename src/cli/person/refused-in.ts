import type { Desk } from '../../compose.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { JobId } from '../../model/ids.ts'

const NOT_DONE = ['rejected', 'expired'] as const
const MOST = 200

/** What somebody refused in each job, or nobody answered in time: a job may well end without it. */
export async function refusedIn(desk: Desk, job?: JobId): Promise<ReadonlyMap<string, readonly Checkpoint[]>> {
  const query = { limit: MOST, newestFirst: true, statuses: NOT_DONE }
  const { rows } = await desk.checkpoints({ ...query, ...(job !== undefined && { job }) })
  return Map.groupBy(rows, (checkpoint) => checkpoint.job)
}
