import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import type { Pull } from '../model/pull.ts'
import { maySee } from './access.ts'
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

/** So much of a reason stands at everything that is closed with a job, which may be a thousand holds; the job has all of it. */
const MOST_REASON = 1000

export const cancelJob: Verb<CancelJob, State, void> = {
  load: async (read, input, policies) => {
    const state = await loadWithPerson(read, input, policies)
    const open: Brief<'checkpoints'>[] = []
    // In brief: a thousand of them may hold a gigabyte, and all are closed in one commit.
    for (const id of state.job.held) open.push((await read.brief('checkpoints', id)) as Brief<'checkpoints'>)
    return { ...state, open, pulls: await openPullsOf(read, state.job.id) }
  },
  decide: ({ job, person, open, pulls }, { by, tenant, reason }, now) => {
    const theirs = by.kind === 'person' ? maySee(person, job.tenant) : by.kind === 'system' || job.tenant === tenant
    if (!theirs) throw noSuch('job', job.id)
    if (by.kind === 'person' && person?.role === 'viewer') throw new AppError('not_authorised')
    if (job.status === 'cancelled') return { events: [], effects: [], result: undefined }
    if (hasEnded(job))
      throw new AppError('job_ended', [], { message: `Job ${job.id} is ${job.status}.`, details: { job: job.id } })

    refuseSecrets(reason, '/reason')
    const event = eventMaker({ tenant: job.tenant, actor: by, now, job: job.id })
    const resolution = { answer: null, by, at: now.toISOString(), reason: beginningOf(reason), grant: null }
    const closed = open.map(({ id }) =>
      event('checkpoint_resolved', { status: 'cancelled', resolution }, { checkpoint: id }),
    )
    const sweep: Effect = {
      id: `sweep:${job.id}`,
      kind: 'sweep_children',
      tenant: job.tenant,
      body: { job: job.id, reason },
    }
    const given = closeWithJob(pulls, beginningOf(reason), event)
    return {
      events: [...closed, ...given.events, event('job_moved', { to: 'cancelled', reason })],
      effects: [sweep, ...given.effects],
      result: undefined,
    }
  },
}

function beginningOf(reason: string): string {
  return reason.length <= MOST_REASON ? reason : `${reason.slice(0, MOST_REASON - 1).toWellFormed()}…`
}
