import type { Actor } from '../model/actor.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import { refuseFenced } from './refuse-fenced.ts'
import type { Verb } from './verb.ts'

/** A job waits for those that work for it, or goes on. */
export interface TurnJob {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly to: 'waiting' | 'running'
  readonly reason: string
  readonly driver: string
}

export const turnJob: Verb<TurnJob, Job, boolean> = {
  load: async (read, { job: id }) => {
    const job = await read.get('jobs', id)
    if (job === undefined) throw noSuch('job', id)
    return job
  },
  decide: (job, { tenant, by, to, reason, driver }, now) => {
    if (job.tenant !== tenant) throw noSuch('job', job.id)
    refuseFenced(job, driver)
    // Whatever else has happened to it meanwhile weighs more.
    if (job.status !== (to === 'waiting' ? 'running' : 'waiting')) return { events: [], effects: [], result: false }
    const event = eventMaker({ tenant, actor: by, now, job: job.id })
    return { events: [event('job_moved', { to, reason })], effects: [], result: true }
  },
}
