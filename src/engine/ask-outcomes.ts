import type { Actor } from '../model/actor.ts'
import type { Permit } from '../model/attempt.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Decision } from '../model/decision.ts'
import { AppError } from '../model/errors.ts'
import type { PersonId } from '../model/ids.ts'
import type { Job, Resumed } from '../model/job.ts'
import { JOB_LIMITS } from '../model/job-limits.ts'
import type { Refusal } from '../model/refusal.ts'
import type { Ask, Asked, AskState } from './ask-state.ts'
import { isAction } from './content-of.ts'
import { ownList } from './decide-to-keep.ts'
import type { eventMaker } from './event-maker.ts'
import { grantFor } from './grant-for.ts'
import { later } from './later.ts'
import { newAttempt } from './new-attempt.ts'
import type { NewEvent } from './ports.ts'
import { factsForAncestors, refusalOf, STALL_AT } from './refuse.ts'
import type { Outcome } from './verb.ts'

/** A question, and everything known about it. */
interface Question {
  readonly state: AskState
  readonly input: Ask
  readonly event: ReturnType<typeof eventMaker>
  readonly now: Date
}

interface Judged extends Question {
  readonly decision: Decision
}

/** The policy lets it pass. */
export function allow(judged: Judged): Outcome<Asked> {
  return pass(judged, { by: 'policy', digest: judged.decision.policy_digest }, [])
}

/** A person has to look, unless one already left a grant for exactly this. What the policy allows is theirs too where they were asked before. */
export function hold(judged: Judged): Outcome<Asked> {
  const { state, input, event, now } = judged
  const { tenant, by: requested_by, terms, gate } = input
  const asker = { ...state, tenant, requested_by, terms, gate }
  const grant = terms.irreversible ? undefined : grantFor(state.grants, asker, now)
  if (grant !== undefined)
    return pass(judged, { by: 'grant', grant: grant.id }, [event('grant_used', { grant: grant.id })])

  refuseTooMany(state.job)
  if (input.full !== undefined) refuseFull(input.by, input.full)
  const checkpoint = checkpointOf(judged)
  return {
    events: [event('checkpoint_opened', { checkpoint, call: input.call }, { checkpoint: checkpoint.id })],
    effects: [],
    result: { status: 'held', checkpoint },
  }
}

/** Nothing is let through for it: whoever asks waits until people have answered some of what is open. */
function refuseTooMany({ id, held }: Job): void {
  if (held.length < JOB_LIMITS.held) return
  const message = `Job ${id} waits for a person at ${held.length} gates, and at no more at once. Ask again when some are answered or taken back.`
  throw new AppError('too_many_holds', [], { message, details: { job: id, most: String(JOB_LIMITS.held) } })
}

/** The same for whoever asks in many jobs: one that asks in a loop must not fill what everybody else keeps their work in. */
function refuseFull({ id }: Actor, most: number): void {
  const message = `${id} waits for people at ${most} gates in all its jobs, and at no more at once. Ask again when some are answered, take some back, or start the server with a higher --most-held.`
  throw new AppError('too_many_holds', [], { message, details: { asker: id, most: String(most) } })
}

/** The run halts until a person resumes it. That lets the same work go on, once; it approves no action. */
export function stop(judged: Judged): Outcome<Asked> {
  const { event, decision, input } = judged
  const { reason } = decision
  const person = isAction(input.gate) ? undefined : resumedBy(judged)
  if (person !== undefined) return pass(judged, { by: 'resume', person }, [])
  return {
    events: [decided(judged, null), event('job_moved', { to: 'stopped', reason, stopped_at: input.sealed.hash })],
    effects: [],
    result: { status: 'stopped', decision, reason, times: 1, checkpoint: null },
  }
}

/** Who let the job go on from exactly this; told again under the key that it passed with. */
function resumedBy({ state, input }: Question): PersonId | undefined {
  const { known, job } = state
  const isAsked = (one: Resumed | undefined) => one?.content_hash === input.sealed.hash
  return (isAsked(known.resumed) ? known.resumed : job.resumed_at?.find(isAsked))?.by
}

/** The policy says no, and the no holds. */
export function deny(judged: Judged): Outcome<Asked> {
  const { state, input, event, now, decision } = judged
  const { reason } = decision
  const by = { kind: 'system', id: 'policy' } as const
  const refusal = refusalOf(state.job, input.sealed.fingerprint, { by, reason, checkpoint: null, now })
  return {
    events: [
      decided(judged, null),
      event('refusal_recorded', { refusal }),
      ...factsForAncestors(state.job, event, { checkpoint: null, reason }),
    ],
    effects: [],
    result: { status: 'denied', decision, reason, times: 1, checkpoint: null },
  }
}

/** Refused as before, with the same reason, and counted. Asking a third time is a sign that the agent is stuck. */
export function repeat(question: Question, refusal: Refusal, decision: Decision | null): Outcome<Asked> {
  const { input, event } = question
  const { reason, checkpoint } = refusal
  const count = refusal.count + 1
  const stalled = count === STALL_AT
  return {
    events: [
      ...(decision === null ? [] : [decided({ ...question, decision }, null)]),
      event('refusal_repeated', { refusal: refusal.id, count, reason, rejected: checkpoint, call: input.call }),
      ...(stalled ? [event('stall_signalled', { refusal: refusal.id, count })] : []),
    ],
    effects: [],
    result: { status: 'denied', decision, reason, times: count, checkpoint },
  }
}

/** What runs is claimed in the same commit as its decision; what only passes needs no claim. */
function pass(judged: Judged, permit: Permit, used: readonly NewEvent[]): Outcome<Asked> {
  const { state, input, event, now, decision } = judged
  const { key, sealed, claim } = input
  const runs = isAction(input.gate) && key !== null
  const attempt = runs ? newAttempt({ job: state.job, key, sealed, claim, permit, now }) : null
  return {
    events: [decided(judged, permit), ...used, ...(attempt ? [event('attempt_claimed', { attempt })] : [])],
    effects: [],
    result: { status: 'allowed', decision, attempt, permit },
  }
}

function decided({ input, event, decision }: Judged, permit: Permit | null): NewEvent {
  const { gate, key, sealed, call } = input
  return event('gate_decided', {
    kind: gate.kind,
    key,
    content: sealed.content,
    content_hash: sealed.hash,
    decision,
    permit,
    call,
  })
}

function checkpointOf({ state, input, decision, now }: Judged): Checkpoint {
  const { job } = state
  const { checkpoint: id, gate, sealed, title, key, by, terms, pull, demo } = input
  return {
    id,
    tenant: job.tenant,
    job: job.id,
    path: ownList(job.path),
    agent: job.agent,
    title,
    gate,
    key,
    ...(pull !== undefined && { pull }),
    ...(demo !== undefined && { demo }),
    status: 'pending',
    revision: 1,
    content: sealed.content,
    content_hash: sealed.hash,
    asked_hash: sealed.hash,
    sent_back: false,
    decision,
    terms: { ...terms, answers: ownList(terms.answers), approvers: ownList(terms.approvers) },
    deadline: terms.timeout_seconds === undefined ? null : later(now, terms.timeout_seconds),
    requested_by: by,
    edited_by: [],
    votes: [],
    remarks: [],
    opened_at: now.toISOString(),
    resolved_at: null,
    resolution: null,
    spent_at: null,
    attempt: null,
  }
}
