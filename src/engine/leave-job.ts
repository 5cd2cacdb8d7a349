import type { Actor } from '../model/actor.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, noSuch } from './job-state.ts'
import { refuseFenced } from './refuse-fenced.ts'
import type { Verb } from './verb.ts'

/** A program was left because something outside is away; nobody is asked, so the job has to say why nothing happens. */
export interface LeaveJob {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly driver: string
  readonly reason: string
}

export const leaveJob: Verb<LeaveJob, Job, boolean> = {
  load: async (read, { job: id }) => {
    const job = await read.get('jobs', id)
    if (job === undefined) throw noSuch('job', id)
    return job
  },
  decide: (job, { tenant, by, driver, reason }, now) => {
    if (job.tenant !== tenant) throw noSuch('job', job.id)
    refuseFenced(job, driver)
    if (hasEnded(job)) return { events: [], effects: [], result: false }
    const event = eventMaker({ tenant, actor: by, now, job: job.id })
    return { events: [event('job_left', { reason })], effects: [], result: true }
  },
}
