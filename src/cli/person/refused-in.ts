import type { Desk } from '../../compose.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { JobId } from '../../model/ids.ts'

const NOT_DONE = ['rejected', 'expired'] as const
const PAGE = 200
/** How many of one job are read; more of them are said to be there. */
const MOST = 5 * PAGE

/** What did not come to be in a job: the newest of it, and whether there is more. */
export interface NotDone {
  readonly rows: readonly Checkpoint[]
  readonly hasMore: boolean
}

const NOTHING: NotDone = { rows: [], hasMore: false }

/** What somebody refused in a job, or nobody answered in time: it may well end without it. */
export async function refusedIn(desk: Desk, job: JobId): Promise<NotDone> {
  const rows: Checkpoint[] = []
  let after: NonNullable<Awaited<ReturnType<Desk['checkpoints']>>['next']> | undefined
  do {
    const page = await desk.checkpoints({ job, after, limit: PAGE, newestFirst: true, statuses: NOT_DONE })
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after !== undefined && rows.length < MOST)
  return { rows, hasMore: after !== undefined }
}

/** The same of several jobs. One page often holds all there is; where it does not, each job is asked about, so that none is counted short. */
export async function refusedInEach(desk: Desk, jobs: readonly JobId[]): Promise<(job: JobId) => NotDone> {
  const all = await desk.checkpoints({ limit: PAGE, newestFirst: true, statuses: NOT_DONE })
  const found = new Map<JobId, NotDone>()
  if (all.next === null) {
    for (const [job, rows] of Map.groupBy(all.rows, (one) => one.job)) found.set(job, { rows, hasMore: false })
  } else for (const job of jobs) found.set(job, await refusedIn(desk, job))
  return (job) => found.get(job) ?? NOTHING
}
