import type { Cursor, Desk } from '../../compose.ts'
import { CHECKPOINT_STATUSES } from '../../model/checkpoint-status.ts'
import { AppError } from '../../model/errors.ts'
import { AttemptId, CheckpointId, GrantId, JobId, PullId } from '../../model/ids.ts'
import { JOB_STATUSES } from '../../model/job-status.ts'
import { PULL_STATUSES } from '../../model/pull-status.ts'
import { meantId, type Named } from './meant-id.ts'

const PAGE = 1000

/** What is kept at a desk and named by an id. */
type AtDesk<Id extends string> = (desk: Desk) => Named<Id, Cursor>

const checkpoints: AtDesk<CheckpointId> = (desk) => ({
  what: 'checkpoint',
  id: CheckpointId,
  lists: [
    (after) => desk.checkpoints({ after, limit: PAGE }),
    (after) => desk.checkpoints({ after, limit: PAGE, newestFirst: true, statuses: CHECKPOINT_STATUSES.slice(1) }),
  ],
  isThere: (id) => found(desk.checkpoint(id)),
  next: 'See what there is: leeway checkpoints --all',
})

const jobs: AtDesk<JobId> = (desk) => ({
  what: 'job',
  id: JobId,
  lists: [
    (after) => desk.jobs({ after, limit: PAGE }),
    (after) => desk.jobs({ after, limit: PAGE, newestFirst: true, statuses: JOB_STATUSES }),
  ],
  isThere: (id) => found(desk.job(id)),
  next: 'See what there is: leeway jobs --all',
})

const grants: AtDesk<GrantId> = (desk) => ({
  what: 'grant',
  id: GrantId,
  lists: [(after) => desk.grants({ after, limit: PAGE, newestFirst: true })],
  next: 'See what there is: leeway grants',
})

const attempts: AtDesk<AttemptId> = (desk) => ({
  what: 'attempt',
  id: AttemptId,
  lists: [(after) => desk.inDoubt({ after, limit: PAGE })],
  absent: 'is in doubt: it is settled, or not yours to see',
  next: 'See what is in doubt: leeway jobs',
})

const pulls: AtDesk<PullId> = (desk) => ({
  what: 'pull request',
  id: PullId,
  lists: [
    (after) => desk.pulls.list({ after, limit: PAGE }),
    (after) => desk.pulls.list({ after, limit: PAGE, newestFirst: true, statuses: PULL_STATUSES }),
  ],
  isThere: (id) => found(desk.pulls.read(id)),
  next: 'See what there is: leeway pr list --all',
})

/** The whole id that somebody means by its beginning or its end. */
export const fullId = {
  checkpoint: (desk: Desk, given: string) => meantId(given, checkpoints(desk)),
  job: (desk: Desk, given: string) => meantId(given, jobs(desk)),
  pull: (desk: Desk, given: string) => meantId(given, pulls(desk)),
  grant: (desk: Desk, given: string) => meantId(given, grants(desk)),
  attempt: (desk: Desk, given: string) => meantId(given, attempts(desk)),
}

async function found(look: Promise<unknown>): Promise<boolean> {
  try {
    await look
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}
