import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import { inDoubt } from '../model/in-doubt.ts'
import type { Pull } from '../model/pull.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, type JobState, loadJob, noSuch } from './job-state.ts'
import { closeWithJob, openPullsOf } from './pull/close-with-job.ts'
import { refuseFenced } from './refuse-fenced.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** The program says that the job is done, or that it failed. */
export interface EndJob {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly status: 'completed' | 'failed'
  readonly reason: string
  readonly outcome: unknown
  /** The run that drives the job; absent where nobody else can. */
  readonly driver?: string
}

interface State extends JobState {
  readonly pulls: readonly Pull[]
}

export const endJob: Verb<EndJob, State, void> = {
  load: async (read, { job }, policies) => ({
    ...(await loadJob(read, job, policies)),
    pulls: await openPullsOf(read, job),
  }),
  decide: ({ job, pulls }, { tenant, by, status, reason, outcome, driver }, now) => {
    if (job.tenant !== tenant) throw noSuch('job', job.id)
    refuseFenced(job, driver)
    if (job.status === status) return { events: [], effects: [], result: undefined }
    if (hasEnded(job)) throw new AppError('job_ended', [], { message: `Job ${job.id} is ${job.status}.` })
    if (job.held.length > 0) {
      throw new AppError('job_held', [], { message: `Job ${job.id} waits for ${job.held.join(', ')}.` })
    }
    if (job.status === 'in_doubt') throw inDoubt({ job: job.id, status: job.status })
    if (job.status === 'stopped') throw new AppError('job_stopped')
    refuseSecrets({ outcome, reason }, '')
    const event = eventMaker({ tenant, actor: by, now, job: job.id })
    const { events, effects } = closeWithJob(pulls, reason || `Its job is ${status}.`, event)
    return { events: [...events, event('job_moved', { to: status, reason, outcome })], effects, result: undefined }
  },
}
