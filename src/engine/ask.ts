import type { Actor } from '../model/actor.ts'
import type { Attempt, Permit } from '../model/attempt.ts'
import type { Checkpoint, ReviewTerms } from '../model/checkpoint.ts'
import type { Content } from '../model/content.ts'
import type { Decision } from '../model/decision.ts'
import { AppError } from '../model/errors.ts'
import type { Gate } from '../model/gate.ts'
import type { Grant } from '../model/grant.ts'
import type { AttemptId, CheckpointId, JobId, TenantId } from '../model/ids.ts'
import type { Refusal } from '../model/refusal.ts'
import { decide } from '../policy/decide.ts'
import { contentHash, fingerprintOf } from './content-hash.ts'
import { isAction } from './content-of.ts'
import type { Call } from './event.ts'
import { eventMaker } from './event-maker.ts'
import { grantFor } from './grant-for.ts'
import { hasEnded, type JobState, loadJob, noSuch, whyHalted } from './job-state.ts'
import { heldNotice, stallNotice } from './notices.ts'
import type { NewEvent } from './ports.ts'
import { factsForAncestors, refusalId, refusalOf, STALL_AT } from './refuse.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Outcome, Refused, Verb } from './verb.ts'

/** Who runs an action that passes, so that a crash in between is noticed. */
export interface Claim {
  readonly attempt: AttemptId
  readonly session: string
  /** The target takes our key and does nothing twice. */
  readonly idempotent: boolean
  /** Whether somebody will record how it went; otherwise the agent runs it by itself. */
  readonly recorded: boolean
}

/** An agent asks whether it may go on. */
export interface Ask {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly gate: Gate
  readonly content: Content
  /** The agent's own words. */
  readonly title: string
  /** Asked again under the same key, it is the same question. */
  readonly key: string | null
  readonly terms: ReviewTerms
  /** The id of the checkpoint, if there has to be one. */
  readonly checkpoint: CheckpointId
  readonly claim: Claim
  readonly call: Call | null
}

/** What the agent is told. A hold is not an error, and neither is a no. */
export type Asked =
  | {
      readonly status: 'allowed'
      readonly decision: Decision
      readonly attempt: Attempt | null
      readonly permit: Permit
    }
  | { readonly status: 'held'; readonly checkpoint: Checkpoint }
  | { readonly status: 'ran'; readonly attempt: Attempt }
  | {
      readonly status: 'denied' | 'stopped'
      readonly decision: Decision | null
      readonly reason: string
      readonly times: number
    }

export interface AskState extends JobState {
  readonly known: { readonly checkpoint: Checkpoint | undefined; readonly attempt: Attempt | undefined }
  readonly taken: Checkpoint | undefined
  readonly grants: readonly Grant[]
  readonly refusal: Refusal | undefined
}

export const ask: Verb<Ask, AskState, Asked> = {
  load: async (read, input, policies) => {
    const job = await loadJob(read, input.job, policies)
    const { tenant, agent, id } = job.job
    const equals = [`${id}/${input.key}`]
    const keyed = input.key !== null
    const fingerprint = fingerprintOf(input.content)
    return {
      ...job,
      known: {
        checkpoint: keyed ? await read.one({ table: 'checkpoints', index: 'by_key', equals }) : undefined,
        attempt: keyed ? await read.one({ table: 'attempts', index: 'by_key', equals }) : undefined,
      },
      taken: await read.get('checkpoints', input.checkpoint),
      refusal: await read.get('refusals', refusalId(job.job, fingerprint)),
      grants: isAction(input.gate)
        ? await read.find({
            table: 'grants',
            index: 'by_call',
            equals: [`${tenant}/${agent}/${fingerprint}`],
            limit: 100,
          })
        : [],
    }
  },
  decide: (state, input, now) => {
    if (state.job.tenant !== input.tenant) throw noSuch('job', input.job)
    const { checkpoint, attempt } = state.known
    if (attempt || checkpoint) return attach(input, checkpoint, attempt)
    if (state.taken)
      throw new AppError('id_taken', [], { message: `There is a checkpoint ${input.checkpoint} already.` })
    refuseSecrets(input.content, '')
    refuseIdle(state)
    const halted = whyHalted(state)
    if (halted !== undefined) return halt(input, halted, now)
    return judge(state, input, now)
  },
}

/** The same question again gets the same answer; the key can't be used for another one. */
function attach(
  { key, content }: Ask,
  checkpoint: Checkpoint | undefined,
  attempt: Attempt | undefined,
): Outcome<Asked> {
  const asked = checkpoint?.asked_hash ?? attempt?.content_hash
  if (asked !== contentHash(content)) {
    const message = `The key ${key} was used in this job for other content. Use a new key for a new question.`
    throw new AppError('key_reused', [], { message })
  }
  const result: Asked = attempt ? { status: 'ran', attempt } : { status: 'held', checkpoint: checkpoint as Checkpoint }
  return { events: [], effects: [], result }
}

function refuseIdle({ job }: AskState): void {
  const details = { job: job.id, status: job.status }
  if (hasEnded(job)) throw new AppError('job_ended', [], { message: `Job ${job.id} is ${job.status}.`, details })
  if (job.status === 'stopped') throw new AppError('job_stopped', [], { details })
  if (job.status === 'in_doubt') throw new AppError('job_in_doubt', [], { details })
}

function halt({ tenant, by, job, gate, content }: Ask, reason: string, now: Date): Refused {
  const event = eventMaker({ tenant, actor: by, now, job })
  return {
    events: [event('gate_halted', { kind: gate.kind, content_hash: contentHash(content), reason })],
    effects: [],
    error: new AppError('halted', [], { message: reason }),
  }
}

function judge(state: AskState, input: Ask, now: Date): Outcome<Asked> {
  const { refusal } = state
  // A person's no holds whatever the policy says; the policy's own no holds as long as the policy says it.
  if (refusal?.by.kind === 'person') return repeat(state, input, { refusal, decision: null, now })

  const decision = decide(state.policy, input.gate)
  switch (decision.verdict) {
    case 'allow':
      return pass(state, input, { decision, now, permit: { by: 'policy', digest: decision.policy_digest }, before: [] })
    case 'ask':
      return hold(state, input, decision, now)
    case 'stop':
      return stop(state, input, decision, now)
    default:
      return refusal ? repeat(state, input, { refusal, decision, now }) : deny(state, input, decision, now)
  }
}

interface Passing {
  readonly decision: Decision
  readonly permit: Permit
  readonly now: Date
  readonly before: readonly NewEvent[]
}

/** What runs is claimed in the same commit as its decision; what only passes needs no claim. */
function pass(state: AskState, input: Ask, { decision, permit, now, before }: Passing): Outcome<Asked> {
  const event = makerOf(input, now)
  const attempt = isAction(input.gate) && input.key !== null ? attemptOf(state, input, { permit, now }) : null
  return {
    events: [
      event('gate_decided', { ...asked(input), decision, permit }),
      ...before,
      ...(attempt ? [event('attempt_claimed', { attempt })] : []),
    ],
    effects: [],
    result: { status: 'allowed', decision, attempt, permit },
  }
}

function hold(state: AskState, input: Ask, decision: Decision, now: Date): Outcome<Asked> {
  const event = makerOf(input, now)
  const grant = input.terms.irreversible ? undefined : grantFor(state.grants, state.job, now)
  if (grant !== undefined) {
    const permit: Permit = { by: 'grant', grant: grant.id }
    return pass(state, input, { decision, permit, now, before: [event('grant_used', { grant: grant.id })] })
  }
  const checkpoint = checkpointOf(state, input, { decision, now })
  return {
    events: [event('checkpoint_opened', { checkpoint, call: input.call }, { checkpoint: checkpoint.id })],
    effects: [heldNotice(checkpoint)],
    result: { status: 'held', checkpoint },
  }
}

function stop(_state: AskState, input: Ask, decision: Decision, now: Date): Outcome<Asked> {
  const event = makerOf(input, now)
  return {
    events: [
      event('gate_decided', { ...asked(input), decision, permit: null }),
      event('job_moved', { to: 'stopped', reason: decision.reason }),
    ],
    effects: [],
    result: { status: 'stopped', decision, reason: decision.reason, times: 1 },
  }
}

function deny(state: AskState, input: Ask, decision: Decision, now: Date): Outcome<Asked> {
  const event = makerOf(input, now)
  const by = { kind: 'system', id: 'policy' } as const
  const refusal = refusalOf(state.job, input.content, { by, reason: decision.reason, checkpoint: null, now })
  return {
    events: [
      event('gate_decided', { ...asked(input), decision, permit: null }),
      event('refusal_recorded', { refusal }),
      ...factsForAncestors(state.job, event, { checkpoint: null, reason: decision.reason }),
    ],
    effects: [],
    result: { status: 'denied', decision, reason: decision.reason, times: 1 },
  }
}

interface Repeated {
  readonly refusal: Refusal
  readonly decision: Decision | null
  readonly now: Date
}

/** Refused as before, with the same reason, and counted. Asking a third time is a sign that the agent is stuck. */
function repeat(state: AskState, input: Ask, { refusal, decision, now }: Repeated): Outcome<Asked> {
  const event = makerOf(input, now)
  const { reason } = refusal
  const count = refusal.count + 1
  const decided = decision === null ? [] : [event('gate_decided', { ...asked(input), decision, permit: null })]
  const stalled = count === STALL_AT
  return {
    events: [
      ...decided,
      event('refusal_repeated', { refusal: refusal.id, count, reason, call: input.call }),
      ...(stalled ? [event('stall_signalled', { refusal: refusal.id, count })] : []),
    ],
    effects: stalled ? [stallNotice(state.job, refusal)] : [],
    result: { status: 'denied', decision, reason, times: count },
  }
}

function makerOf({ tenant, by, job }: Ask, now: Date) {
  return eventMaker({ tenant, actor: by, now, job })
}

function asked({ gate, key, content, call }: Ask) {
  return { kind: gate.kind, key, content, content_hash: contentHash(content), call }
}

function attemptOf({ job }: AskState, input: Ask, { permit, now }: { permit: Permit; now: Date }): Attempt {
  const { content, claim, key } = input
  return newAttempt({ job, key: key ?? claim.attempt, content, claim, permit, now })
}

interface NewAttempt {
  readonly job: JobState['job']
  readonly key: string
  readonly content: Content
  readonly claim: Claim
  readonly permit: Permit
  readonly now: Date
}

/** The one try that a permit is good for. */
export function newAttempt({ job, key, content, claim, permit, now }: NewAttempt): Attempt {
  return {
    id: claim.attempt,
    tenant: job.tenant,
    job: job.id,
    key,
    content,
    content_hash: contentHash(content),
    permit,
    status: claim.recorded ? 'claimed' : 'released',
    session: claim.session,
    idempotent: claim.idempotent,
    claimed_at: now.toISOString(),
    ended_at: null,
    outcome: null,
    settled_by: null,
  }
}

function checkpointOf({ job }: AskState, input: Ask, { decision, now }: { decision: Decision; now: Date }): Checkpoint {
  const { checkpoint: id, gate, content, title, key, by, terms } = input
  const hash = contentHash(content)
  return {
    id,
    tenant: job.tenant,
    job: job.id,
    path: job.path,
    agent: job.agent,
    title,
    gate,
    key,
    status: 'pending',
    revision: 1,
    content,
    content_hash: hash,
    asked_hash: hash,
    sent_back: false,
    decision,
    terms,
    deadline: terms.timeout_seconds === undefined ? null : later(now, terms.timeout_seconds),
    requested_by: by,
    edited_by: [],
    votes: [],
    remarks: [],
    opened_at: now.toISOString(),
    resolved_at: null,
    resolution: null,
    spent_at: null,
  }
}

/** A moment some seconds from now, as it is stored. */
export function later(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString()
}
