import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import { AppError } from '../model/errors.ts'
import type { JobId } from '../model/ids.ts'
import { howToSettle } from '../model/in-doubt.ts'
import { maySee } from './access.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import { loadDoubts } from './load-attempt.ts'
import { type JobAndPerson, loadWithPerson } from './load-with-person.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** A person lets a stopped job go on. */
export interface ResumeJob {
  readonly job: JobId
  readonly by: Actor
  readonly reason: string
}

interface State extends JobAndPerson {
  readonly doubts: readonly Attempt[]
}

export const resumeJob: Verb<ResumeJob, State, void> = {
  load: async (read, input, policies) => ({
    ...(await loadWithPerson(read, input, policies)),
    doubts: await loadDoubts(read, input.job),
  }),
  decide: ({ job, person, doubts }, { by, reason }, now) => {
    if (by.kind !== 'person') throw new AppError('actor_not_human')
    if (!maySee(person, job.tenant)) throw noSuch('job', job.id)
    if (person.role === 'viewer') throw new AppError('not_authorised')
    if (job.status !== 'stopped')
      throw new AppError('job_not_stopped', [], {
        message: `Job ${job.id} is ${job.status}.`,
        details: { job: job.id },
      })
    const [doubt] = doubts
    if (doubt !== undefined) {
      const details = { job: job.id, status: job.status, next: howToSettle(doubt.id) }
      throw new AppError('job_in_doubt', [], { details })
    }
    refuseSecrets(reason, '/reason')
    const event = eventMaker({ tenant: job.tenant, actor: by, now, job: job.id })
    const to = job.held.length > 0 ? 'pending_review' : 'running'
    return { events: [event('job_moved', { to, reason })], effects: [], result: undefined }
  },
}
