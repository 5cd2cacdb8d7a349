import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId, PersonId, TenantId } from '../model/ids.ts'
import type { Job, ProgramRef } from '../model/job.ts'
import { JOB_LIMITS } from '../model/job-limits.ts'
import type { KillSwitch } from '../model/kill-switch.ts'
import { NOTHING_HALTED } from '../model/nothing-halted.ts'
import { compare } from '../policy/compare.ts'
import { meet } from '../policy/meet.ts'
import { digestOf, type Policy } from '../policy/policy.ts'
import type { Call } from './event.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded, type JobState, loadJob, noSuch, refuseIdle, THE_SWITCH, whyHalted } from './job-state.ts'
import { looserAxes } from './looser-axes.ts'
import type { Reader } from './reader.ts'
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
  /** For whom it is done, where that is not who starts it; they have a part in it all the same. */
  readonly started_by?: Actor | undefined
  /** Started again under the same key, it is the same job. */
  readonly key: string | null
  /** The call of the parent's program that starts it. */
  readonly call: Call | null
}

/** The job that was started under the same key, and its own policy. */
interface Known {
  readonly job: Job
  readonly own: Policy
}

interface State {
  readonly known: Known | undefined
  readonly taken: Job | undefined
  readonly parent: JobState | null
  readonly halted: KillSwitch
}

export const startJob: Verb<StartJob, State, Job> = {
  load: async (read, { id, tenant, key, parent, policy }, policies) => {
    await read.get('policies', digestOf(policy))
    return {
      known: key === null ? undefined : await findKnown(read, `${tenant}/${key}`, policy),
      taken: await read.get('jobs', id),
      parent: parent === null ? null : await loadJob(read, parent, policies),
      halted: (await read.get('switches', THE_SWITCH)) ?? NOTHING_HALTED,
    }
  },
  decide: ({ known, taken, parent, halted }, input, now) => {
    if (known) return attach(known, input, now)
    if (taken) throw new AppError('id_taken', [], { message: `There is a job ${input.id} already.` })
    if (parent && parent.job.tenant !== input.tenant) throw noSuch('job', parent.job.id)
    refuseSecretsOf(input)
    if (parent) refuseIdle(parent.job)
    if (parent) refuseTooDeep(parent.job)
    const job = newJob(input, parent ? [...parent.job.path, parent.job.id] : [], now)
    const why = whyHalted({ job, ancestors: parent ? [...parent.ancestors, parent.job] : [], halted })
    if (why !== undefined) throw new AppError('halted', [], { message: why })
    const { legal, violations } = parent ? compare(parent.policy.policy, input.policy) : ROOT
    return legal ? begin(input, job, now) : tooFree(input, violations, now)
  },
}

function refuseTooDeep({ id, path }: Job): void {
  if (path.length < JOB_LIMITS.above) return
  const message = `Job ${id} has ${path.length} jobs above it, and a job has at most ${JOB_LIMITS.above}. Start it below one of those.`
  throw new AppError('too_deep', [], { message, details: { job: id, most: String(JOB_LIMITS.above) } })
}

async function findKnown(read: Reader, key: string, policy: Policy): Promise<Known | undefined> {
  const job = await read.one({ table: 'jobs', index: 'by_key', equals: [key] })
  if (job === undefined) return undefined
  const own = await read.get('policies', job.policy)
  if (own === undefined) throw new Error(`The policy of job ${job.id} is not kept.`)
  await read.get('policies', digestOf(meet(own, policy)))
  return { job, own }
}

/** The key names the job, so what it is about has to be the same. */
function attach({ job, own }: Known, input: StartJob, now: Date): Outcome<Job> {
  const { key, agent, parent, tenant, by } = input
  if (job.agent !== agent || (job.path.at(-1) ?? null) !== parent) {
    // Whose work that is may not be the caller's to know.
    throw new AppError('key_reused', [], {
      message: `The key ${key} was used before, for other work. Use another key.`,
    })
  }
  const event = eventMaker({ tenant, actor: by, now, job: job.id })
  const person = joining(job, input)
  const joins = person === undefined ? [] : [event('job_joined', { person })]
  const joined = person === undefined ? job : { ...job, joined_by: [...(job.joined_by ?? []), person] }
  if (!isTightened({ job, own }, input)) return { events: joins, effects: [], result: joined }
  const policy = meet(own, input.policy)
  refuseSecrets(policy, '/policy')
  const digest = digestOf(policy)
  const changed = event('policy_changed', { digest, policy })
  return { events: [...joins, changed], effects: [], result: { ...joined, policy: digest } }
}

/** Whoever starts it again has a part in it, as the first had: it is their work that is done from now on (invariant 18). */
function joining(job: Job, { by, started_by = by }: StartJob): PersonId | undefined {
  const { joined_by = [] } = job
  if (started_by.kind !== 'person' || hasEnded(job)) return undefined
  const person = started_by.id as PersonId
  const isFirst = job.started_by.kind === 'person' && job.started_by.id === person
  if (isFirst || joined_by.includes(person)) return undefined
  refuseSecrets(person, '/started_by')
  if (joined_by.length < JOB_LIMITS.joined) return person
  const message = `Job ${job.id} was started by ${joined_by.length} people, and by no more. Start it under another key.`
  throw new AppError('too_many_starters', [], { message, details: { job: job.id, most: String(JOB_LIMITS.joined) } })
}

/**
 * Whoever makes a project stricter means the agents that work already, too. A program keeps what it began with, and shows
 * how that differs; a child is bound by whoever is above it.
 */
function isTightened({ job, own }: Known, { policy, parent, program }: StartJob): boolean {
  if (parent !== null || program !== null || job.program !== null || hasEnded(job)) return false
  return looserAxes(policy, own).length > 0
}

/** Nobody is above a root, so nobody is freer. */
const ROOT = { legal: true, violations: [] } as const

function refuseSecretsOf({ input, title, key, program, policy, agent, by, started_by }: StartJob): void {
  refuseSecrets(input, '/input')
  refuseSecrets({ title, key, program, policy, agent, by, started_by }, '')
}

function newJob(input: StartJob, path: readonly JobId[], now: Date): Job {
  const { id, tenant, agent, title, program, by, key, policy } = input
  return {
    id,
    tenant,
    agent,
    title,
    path,
    status: 'running',
    policy: digestOf(policy),
    program,
    input: input.input ?? null,
    started_by: input.started_by ?? by,
    key,
    held: [],
    started_at: now.toISOString(),
    ended_at: null,
    outcome: null,
  }
}

function begin({ id, tenant, by, policy, call, parent }: StartJob, job: Job, now: Date): Outcome<Job> {
  const event = eventMaker({ tenant, actor: by, now, job: id })
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
