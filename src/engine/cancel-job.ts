import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import type { Pull } from '../model/pull.ts'
import { maySee } from './access.ts'
import { asClosed, closeHeld, heldBy } from './close-held.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, noSuch } from './job-state.ts'
import { type JobAndPerson, loadWithPerson } from './load-with-person.ts'
import type { Brief, Effect } from './ports.ts'
import { closeWithJob, openPullsOf } from './pull/close-with-job.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** Somebody calls a job off. Its children follow; they are bound at once, because every gate looks at its ancestors. */
export interface CancelJob {
  readonly job: JobId
  readonly by: Actor
  /** Set for agents, which may call off what is theirs; a person's tenants are known. */
  readonly tenant: TenantId | null
  readonly reason: string
}

interface State extends JobAndPerson {
  readonly open: readonly Brief<'checkpoints'>[]
  readonly pulls: readonly Pull[]
}

export const cancelJob: Verb<CancelJob, State, void> = {
  load: async (read, input, policies) => {
    const state = await loadWithPerson(read, input, policies)
    return { ...state, open: await heldBy(read, state.job.held), pulls: await openPullsOf(read, state.job.id) }
  },
  decide: ({ job, person, open, pulls }, { by, tenant, reason }, now) => {
    const theirs = by.kind === 'person' ? maySee(person, job.tenant) : by.kind === 'system' || job.tenant === tenant
    if (!theirs) throw noSuch('job', job.id)
    if (person?.role === 'viewer') throw new AppError('not_authorised')
    if (job.status === 'cancelled') return { events: [], effects: [], result: undefined }
    if (hasEnded(job))
      throw new AppError('job_ended', [], { message: `Job ${job.id} is ${job.status}.`, details: { job: job.id } })

    refuseSecrets(reason, '/reason')
    const event = eventMaker({ tenant: job.tenant, actor: by, now, job: job.id })
    const sweep: Effect = {
      id: `sweep:${job.id}`,
      kind: 'sweep_children',
      tenant: job.tenant,
      body: { job: job.id, reason },
    }
    const given = closeWithJob(pulls, asClosed(reason), event)
    return {
      events: [
        ...closeHeld(open, { by, reason, now }, event),
        ...given.events,
        event('job_moved', { to: 'cancelled', reason }),
      ],
      effects: [sweep, ...given.effects],
      result: undefined,
    }
  },
}
