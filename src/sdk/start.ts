import type { Autonomy } from '../config/autonomy.ts'
import { policyFor } from '../config/policy-for.ts'
import type { Call } from '../engine/event.ts'
import { runCommand } from '../engine/run-command.ts'
import { type StartJob, startJob } from '../engine/start-job.ts'
import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { Job, ProgramRef } from '../model/job.ts'
import type { Policy } from '../policy/policy.ts'
import { resolveChild } from '../policy/resolve.ts'
import { attend } from './attend.ts'
import type { Context } from './context.ts'
import type { Known } from './known-options.ts'
import { newId } from './new-id.ts'
import { JobTexts, readGiven } from './read-given.ts'

/** A piece of work for an agent. */
export interface JobOptions {
  readonly agent: string
  /** How free the agent is here: the name of a preset, or a policy document; what the project says when left out. */
  readonly policy?: Autonomy
  readonly title?: string
  readonly input?: unknown
  /** Started again under the same key, it is the same job. */
  readonly key?: string
  /** The person for whom the job is done; where duties are separated, they can't approve it. */
  readonly startedBy?: string
}

/** The names of all of them. */
export const JOB_OPTIONS: Known<JobOptions> = {
  agent: true,
  policy: true,
  title: true,
  input: true,
  key: true,
  startedBy: true,
}

/** What a program adds when it starts a job. */
export interface Drive {
  readonly program: ProgramRef | null
  readonly parent: Job | null
  readonly call: Call | null
}

/** Starts a job, or finds the one that was started under the same key. */
export async function start(context: Context, options: JobOptions, drive: Drive = UNDRIVEN): Promise<Job> {
  const job = await runCommand(context, startJob, await toStart(context, options, drive))
  await attend(context, job.id)
  return job
}

/** What the options of a job mean here: its policy, and in whose name it is started. */
export async function toStart(context: Context, options: JobOptions, drive: Drive = UNDRIVEN): Promise<StartJob> {
  readGiven(JobTexts, options)
  const { agent, title = '', input = null, key = null } = options
  const { parent, program, call } = drive
  return {
    id: newId('job'),
    tenant: context.tenant,
    agent,
    title,
    parent: parent?.id ?? null,
    policy: parent === null ? policyOf(context, options) : await childPolicy(context, options, parent),
    program,
    input,
    by: parent === null ? starterOf(options) : parent.started_by,
    key,
    call,
  }
}

const UNDRIVEN: Drive = { program: null, parent: null, call: null }

function starterOf({ agent, startedBy }: JobOptions): Actor {
  return startedBy === undefined ? { kind: 'agent', id: agent } : { kind: 'person', id: startedBy }
}

/** The project's layers and ceilings for this agent, and over them what the job asks for. */
export function policyOf({ workplace, tenant }: Context, { agent, policy, startedBy }: JobOptions): Policy {
  if (startedBy === '') throw nameless()
  return policyFor(workplace, {
    ...(workplace.agents.has(agent) && { agent }),
    ...(workplace.tenants.has(tenant) && { tenant }),
    ...(startedBy !== undefined && { user: startedBy }),
    ...(policy !== undefined && { config_override: { autonomy: policy } }),
  }).policy
}

function nameless(): AppError {
  const message =
    'The option "startedBy" is empty. Name the person for whom the job is done, such as ada, or leave it out.'
  return new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/startedBy' }], { message })
}

/** A child takes what it does not say from the most that its parent hands on. */
async function childPolicy(
  { store, workplace, policies }: Context,
  { policy = {} }: JobOptions,
  parent: Job,
): Promise<Policy> {
  const chain = [...parent.path, parent.id]
  const named = []
  for (const id of chain) {
    const job = (await store.get('jobs', id))?.row
    const found = job && (await store.get('policies', job.policy))
    if (job === undefined || found === undefined)
      throw new AppError('not_found', [], { message: `There is no job ${id}.` })
    named.push({ digest: job.policy, policy: found.row })
  }
  const own = named.pop()
  if (own === undefined) throw new Error('A parent is part of its own chain.')
  return resolveChild(policies.effective(own, named).policy, policy, workplace.catalog)
}
