import { SYSTEM } from '../model/actor.ts'
import type { JobId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, noSuch } from './job-state.ts'
import type { Verb } from './verb.ts'

/** Nobody knows how far a restored job had come, so that it goes on only when a person says so. */
export const stopRestored: Verb<{ readonly job: JobId }, Job, boolean> = {
  load: async (read, { job: id }) => {
    const job = await read.get('jobs', id)
    if (job === undefined) throw noSuch('job', id)
    return job
  },
  decide: (job, _input, now) => {
    if (hasEnded(job) || job.status === 'stopped') return { events: [], effects: [], result: false }
    const event = eventMaker({ tenant: job.tenant, actor: SYSTEM, now, job: job.id })
    const reason = 'The store was restored from a backup, and the job may have done more since. A person resumes it.'
    return { events: [event('job_moved', { to: 'stopped', reason })], effects: [], result: true }
  },
}
