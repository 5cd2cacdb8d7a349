import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, TenantId } from '../model/ids.ts'
import type { Job, ProgramRef } from '../model/job.ts'
import { compare } from '../policy/compare.ts'
import { digestOf, type Policy } from '../policy/policy.ts'
import type { Call } from './event.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, type JobState, loadJob, noSuch, whyHalted } from './job-state.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Outcome, Refused, Verb } from './verb.ts'

/** A piece of work for an agent. */
export interface StartJob {
  readonly id: JobId
  readonly tenant: TenantId
  readonly agent: string
  readonly title: string
  readonly parent: JobId | null
  /** Complete; of a child not yet bound by its ancestors. */
  readonly policy: Policy
  readonly program: ProgramRef | null
  readonly input: unknown
  readonly by: Actor
  /** Started again under the same key, it is the same job. */
  readonly key: string | null
  /** The call of the parent's program that starts it. */
  readonly call: Call | null
}

interface State {
  readonly known: Job | undefined
  readonly taken: Job | undefined
  readonly parent: JobState | null
}

export const startJob: Verb<StartJob, State, Job> = {
  load: async (read, { id, tenant, key, parent, policy }, policies) => {
    await read.get('policies', digestOf(policy))
    return {
      known:
        key === null ? undefined : await read.one({ table: 'jobs', index: 'by_key', equals: [`${tenant}/${key}`] }),
      taken: await read.get('jobs', id),
      parent: parent === null ? null : await loadJob(read, parent, policies),
    }
  },
  decide: ({ known, taken, parent }, input, now) => {
    if (known) return attach(known, input)
    if (taken) throw new AppError('id_taken', [], { message: `There is a job ${input.id} already.` })
    refuseSecrets(input.input, '/input')
    if (parent === null) return begin(input, [], now)

    if (parent.job.tenant !== input.tenant) throw noSuch('job', parent.job.id)
    if (hasEnded(parent.job)) throw new AppError('job_ended', [], { message: `Job ${parent.job.id} has ended.` })
    const halted = whyHalted(parent)
    if (halted !== undefined) throw new AppError('halted', [], { message: halted })
    const { legal, violations } = compare(parent.policy.policy, input.policy)
    return legal ? begin(input, [...parent.job.path, parent.job.id], now) : tooFree(input, violations, now)
  },
}

/** The key names the job, so what it is about has to be the same. */
function attach(known: Job, { key, agent, parent }: StartJob): Outcome<Job> {
  if (known.agent !== agent || (known.path.at(-1) ?? null) !== parent) {
    throw new AppError('key_reused', [], {
      message: `The key ${key} belongs to job ${known.id} of agent ${known.agent}.`,
    })
  }
  return { events: [], effects: [], result: known }
}

function begin(input: StartJob, path: readonly JobId[], now: Date): Outcome<Job> {
  const { id, tenant, agent, title, program, by, key, policy, call } = input
  const job: Job = {
    id,
    tenant,
    agent,
    title,
    path,
    status: 'running',
    policy: digestOf(policy),
    program,
    input: input.input ?? null,
    started_by: by,
    key,
    held: [],
    started_at: now.toISOString(),
    ended_at: null,
    outcome: null,
  }
  const event = eventMaker({ tenant, actor: by, now, job: id })
  const parent = path.at(-1)
  const linked = call && parent ? [event('child_linked', { call, child: id }, { job: parent })] : []
  return { events: [event('job_started', { job, policy }), ...linked], effects: [], result: job }
}

function tooFree({ tenant, by, parent, agent }: StartJob, violations: readonly string[], now: Date): Refused {
  const event = eventMaker({ tenant, actor: by, now, job: parent })
  const message = `${agent} would be freer than job ${parent} may hand on: ${violations.join(', ')}.`
  return {
    events: [event('spawn_refused', { agent, violations })],
    effects: [],
    error: new AppError('too_free', [], { message, details: { axes: violations.join(', ') } }),
  }
}
