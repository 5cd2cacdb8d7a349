import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import type { Call, StepOutcome } from './event.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, type JobState, loadJob, noSuch } from './job-state.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** A program's step or phase has ended; replayed, it gives the same again. */
export interface RecordCall {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly of: 'step' | 'phase'
  readonly call: Call
  readonly outcome: StepOutcome
}

export const recordCall: Verb<RecordCall, JobState, void> = {
  load: (read, { job }, policies) => loadJob(read, job, policies),
  decide: ({ job }, { tenant, by, of, call, outcome }, now) => {
    if (job.tenant !== tenant) throw noSuch('job', job.id)
    if (hasEnded(job)) throw new AppError('job_ended', [], { message: `Job ${job.id} is ${job.status}.` })
    refuseSecrets(outcome, '/outcome')
    const event = eventMaker({ tenant, actor: by, now, job: job.id })
    const type = of === 'step' ? 'step_recorded' : 'phase_recorded'
    return { events: [event(type, { call, outcome })], effects: [], result: undefined }
  },
}
