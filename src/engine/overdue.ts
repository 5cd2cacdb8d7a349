import { SYSTEM } from '../model/actor.ts'
import type { Approver, Checkpoint, OnTimeout } from '../model/checkpoint.ts'
import type { Job } from '../model/job.ts'
import type { eventMaker } from './event-maker.ts'
import { later } from './later.ts'
import type { NewEvent } from './ports.ts'

/** At the exact instant, expiry wins. */
export function isOverdue({ status, deadline }: Checkpoint, now: Date): boolean {
  return status === 'pending' && deadline !== null && now.getTime() >= Date.parse(deadline)
}

/** What silence leads to: never a rejection. */
export function whenOverdue(
  { checkpoint, job }: { readonly checkpoint: Checkpoint; readonly job: Job },
  event: ReturnType<typeof eventMaker>,
  now: Date,
): { readonly events: readonly NewEvent[]; readonly expired: boolean } {
  const { terms } = checkpoint
  const then = terms.on_timeout
  const here = { checkpoint: checkpoint.id, job: checkpoint.job, actor: SYSTEM }
  if (then.do === 'deny' || then.do === 'park') {
    const resolution = {
      answer: null,
      by: SYSTEM,
      at: now.toISOString(),
      reason: `Nobody answered by ${checkpoint.deadline}.`,
      grant: null,
    }
    const parked = {
      to: 'stopped',
      reason: `Nobody answered checkpoint ${checkpoint.id} in time; parked until a person resumes it.`,
    } as const
    return {
      events: [
        event('checkpoint_resolved', { status: 'expired', resolution }, here),
        ...(then.do === 'park' && job.status !== 'stopped' ? [event('job_moved', parked, here)] : []),
      ],
      expired: true,
    }
  }
  const deadline = then.do === 'wait' || then.within_seconds === undefined ? null : later(now, then.within_seconds)
  const approvers = approversAfter(terms.approvers, then)
  return {
    events: [event('checkpoint_overdue', { did: then.do, approvers, deadline }, here)],
    expired: false,
  }
}

/** A fallback takes over; an escalation adds to those who may decide, and adds nobody where that is everybody. */
function approversAfter(approvers: readonly Approver[], then: OnTimeout): readonly Approver[] {
  if (then.do === 'fallback') return then.to
  if (then.do !== 'escalate' || approvers.length === 0) return approvers
  return [...new Set([...approvers, ...then.to])]
}
