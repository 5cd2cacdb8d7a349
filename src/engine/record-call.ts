import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import type { Call, LogPart, StepOutcome } from './event.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, type JobState, loadJob, noSuch } from './job-state.ts'
import { refuseFenced } from './refuse-fenced.ts'
import { refuseSecretsIn } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** A program's step or phase has ended; replayed, it gives the same again. */
export interface RecordCall {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly of: 'step' | 'phase'
  readonly call: Call
  readonly outcome: StepOutcome
  /** The run that drives the job; absent where nobody else can. */
  readonly driver?: string
  /** Of a phase: where its own calls stand in the log. */
  readonly covers?: LogPart | null
}

export const recordCall: Verb<RecordCall, JobState, void> = {
  load: (read, { job }, policies) => loadJob(read, job, policies),
  decide: ({ job }, { tenant, by, of, call, outcome, driver, covers = null }, now) => {
    if (job.tenant !== tenant) throw noSuch('job', job.id)
    if (hasEnded(job))
      throw new AppError('job_ended', [], { message: `Job ${job.id} is ${job.status}.`, details: { job: job.id } })
    refuseFenced(job, driver)
    refuseSecretsIn({ call, outcome }, '')
    const event = eventMaker({ tenant, actor: by, now, job: job.id })
    const ended =
      of === 'step' ? event('step_recorded', { call, outcome }) : event('phase_recorded', { call, outcome, covers })
    return { events: [ended], effects: [], result: undefined }
  },
}
