import { SYSTEM } from '../model/actor.ts'
import type { Approver, Checkpoint, OnTimeout } from '../model/checkpoint.ts'
import type { Job } from '../model/job.ts'
import type { Pull } from '../model/pull.ts'
import type { eventMaker } from './event-maker.ts'
import { later } from './later.ts'
import type { Effect, NewEvent } from './ports.ts'
import { closeOnForge } from './pull/close-pull.ts'

/** At the exact instant, expiry wins. */
export function isOverdue({ status, deadline }: Checkpoint, now: Date): boolean {
  return status === 'pending' && deadline !== null && now.getTime() >= Date.parse(deadline)
}

interface Overdue {
  readonly checkpoint: Checkpoint
  readonly job: Job
  /** What is reviewed by it, where that is a pull request. */
  readonly pull: Pull | undefined
}

/** What has become of what is overdue. */
interface After {
  readonly events: readonly NewEvent[]
  readonly effects: readonly Effect[]
  readonly expired: boolean
}

/** What silence leads to: never a rejection. */
export function whenOverdue(overdue: Overdue, event: ReturnType<typeof eventMaker>, now: Date): After {
  const { checkpoint } = overdue
  const { terms } = checkpoint
  const then = terms.on_timeout
  if (then.do === 'deny' || then.do === 'park') return expire(overdue, event, now)
  const deadline = then.do === 'wait' || then.within_seconds === undefined ? null : later(now, then.within_seconds)
  const approvers = approversAfter(terms.approvers, then)
  const events = [event('checkpoint_overdue', { did: then.do, approvers, deadline }, at(checkpoint))]
  return { events, effects: [], expired: false }
}

function expire({ checkpoint, job, pull }: Overdue, event: ReturnType<typeof eventMaker>, now: Date): After {
  const reason = `Nobody answered by ${checkpoint.deadline}.`
  const resolution = { answer: null, by: SYSTEM, at: now.toISOString(), reason, grant: null }
  const resolved = event('checkpoint_resolved', { status: 'expired', resolution }, at(checkpoint))
  if (checkpoint.terms.on_timeout.do === 'park') {
    const why = `Nobody answered checkpoint ${checkpoint.id} in time; parked until a person resumes it.`
    const parked = event('job_moved', { to: 'stopped', reason: why }, at(checkpoint))
    return { events: [resolved, ...(job.status === 'stopped' ? [] : [parked])], effects: [], expired: true }
  }
  // Nobody is asked about it any more, so nobody is left to look at it, here or on a forge, whether an agent is there or not.
  if (pull?.status !== 'open') return { events: [resolved], effects: [], expired: true }
  const closed = event('pull_closed', { pull: pull.id, reason }, at(checkpoint))
  return { events: [resolved, closed], effects: closeOnForge(pull), expired: true }
}

function at({ id: checkpoint, job }: Checkpoint) {
  return { checkpoint, job, actor: SYSTEM }
}

/** A fallback takes over; an escalation adds to those who may decide, and adds nobody where that is everybody. */
function approversAfter(approvers: readonly Approver[], then: OnTimeout): readonly Approver[] {
  if (then.do === 'fallback') return then.to
  if (then.do !== 'escalate' || approvers.length === 0) return approvers
  return [...new Set([...approvers, ...then.to])]
}
