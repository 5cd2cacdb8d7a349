import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import { digestOf, type Policy } from '../policy/policy.ts'
import { maySee } from './access.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, noSuch } from './job-state.ts'
import { type JobAndPerson, loadWithPerson } from './load-with-person.ts'
import { looserAxes } from './looser-axes.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** Another policy for a running job; it reaches the job and its children at their next gate. */
export interface ChangePolicy {
  readonly job: JobId
  readonly by: Actor
  /** Set for agents. */
  readonly tenant: TenantId | null
  readonly policy: Policy
}

export const changePolicy: Verb<ChangePolicy, JobAndPerson, string> = {
  load: async (read, input, policies) => {
    await read.get('policies', digestOf(input.policy))
    return loadWithPerson(read, input, policies)
  },
  decide: ({ job, own, person }, { by, tenant, policy }, now) => {
    if (by.kind === 'person' ? !maySee(person, job.tenant) : job.tenant !== tenant) throw noSuch('job', job.id)
    if (person?.role === 'viewer') throw new AppError('not_authorised')
    if (hasEnded(job))
      throw new AppError('job_ended', [], { message: `Job ${job.id} is ${job.status}.`, details: { job: job.id } })
    refuseSecrets(policy, '/policy')
    if (person?.role !== 'admin') refuseLooser(own.policy, policy)
    const event = eventMaker({ tenant: job.tenant, actor: by, now, job: job.id })
    const digest = digestOf(policy)
    return { events: [event('policy_changed', { digest, policy })], effects: [], result: digest }
  },
}

function refuseLooser(before: Policy, after: Policy): void {
  const axes = looserAxes(before, after)
  if (axes.length === 0) return
  const message = `Only an administrator may loosen a policy; this one would be looser on ${axes.join(', ')}.`
  throw new AppError('may_only_tighten', [], { message, details: { axes: axes.join(', ') } })
}
