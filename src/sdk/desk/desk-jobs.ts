import { maySee } from '../../engine/access.ts'
import { cancelJob } from '../../engine/cancel-job.ts'
import { noSuch } from '../../engine/job-state.ts'
import { resumeJob } from '../../engine/resume-job.ts'
import { settleAttempt } from '../../engine/settle-attempt.ts'
import type { JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import { JOB_MOVES, JOB_STATUSES } from '../../model/job-status.ts'
import type { Desk, JobView } from '../desk.ts'
import { doubtGone, doubtLost } from '../doubt-gone.ts'
import { expireDue } from '../expire-due.ts'
import { ownCopy } from '../own-copy.ts'
import { presences } from '../presences.ts'
import { sessionsSeen } from '../sessions-seen.ts'
import { sweepChildren } from '../sweep-children.ts'
import { jobView } from './job-view.ts'
import { mergePages } from './merge-pages.ts'
import { type Seat, tenantsOf } from './seat.ts'

type Part = Pick<Desk, 'sessions' | 'jobs' | 'job' | 'cancel' | 'resume' | 'inDoubt' | 'settle'>

const OPEN = JOB_STATUSES.filter((status) => JOB_MOVES[status].length > 0)

/** So many jobs have those that work for them called off before the person is told that it is done. */
const MOST_PARENTS = 1000

/** Jobs, and what a person may do with them. */
export function deskJobs(seat: Seat): Part {
  return {
    sessions: async () => {
      return (await sessionsSeen(seat, await seat.me())).length
    },
    jobs: async (query = {}) => {
      await doubtLeft(seat)
      const { statuses = OPEN } = query
      const parts = (await tenantsOf(seat)).flatMap((tenant) => statuses.map((status) => [tenant, status]))
      const spread = { table: 'jobs', index: 'by_status', parts, orderOf: (job: Job) => job.started_at } as const
      const { rows, next } = await mergePages(seat.store, spread, query)
      const { ofJob } = await presences(seat.store)
      return { rows: rows.map((job) => ({ ...job, presence: ofJob(job) })), next }
    },
    job: async (id) => {
      await doubtLeft(seat)
      await expireDue(seat)
      return view(seat, id)
    },
    cancel: async (id, reason) => {
      await seat.run(cancelJob, { job: id, by: seat.by, tenant: null, reason })
      await cascade(seat, id, reason)
    },
    resume: async (id, reason) => {
      await seat.run(resumeJob, { job: id, by: seat.by, reason })
    },
    inDoubt: async (query = {}) => {
      await doubtLeft(seat)
      const parts = (await tenantsOf(seat)).map((tenant) => [tenant, 'in_doubt'])
      const spread = { table: 'attempts', index: 'by_status', parts } as const
      return mergePages(seat.store, { ...spread, orderOf: (attempt) => attempt.claimed_at }, query)
    },
    settle: async (attempt, { status, reason, value }) => {
      const result = value === undefined ? {} : { value: ownCopy(value) }
      await seat.run(settleAttempt, { attempt, by: seat.by, status, reason, ...result })
    },
  }
}

/** Nobody may be keeping the house; what a dead process had begun would be shown as running. */
async function doubtLeft(seat: Seat): Promise<void> {
  await doubtGone(seat)
  await doubtLost(seat)
}

/** Children are bound at once, because every gate looks at its ancestors; this also closes what they have open. */
async function cascade(seat: Seat, id: JobId, reason: string): Promise<void> {
  const parents = [id]
  // Behind the last of them whoever keeps the house goes on.
  for (let at = 0; at < Math.min(parents.length, MOST_PARENTS); at += 1) {
    const parent = parents[at] as JobId
    parents.push(...(await sweepChildren(seat, parent, `Job ${parent} was cancelled: ${reason}`)))
  }
}

async function view(seat: Seat, id: JobId): Promise<JobView> {
  const known = (await seat.store.get('jobs', id))?.row
  if (known === undefined || !maySee(await seat.me(), known.tenant)) throw noSuch('job', id)
  return jobView(seat, id)
}
