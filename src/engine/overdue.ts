import { SYSTEM } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { eventMaker } from './event-maker.ts'
import { later } from './later.ts'
import { overdueNotice, resolvedNotice } from './notices.ts'
import type { Effect, NewEvent } from './ports.ts'

/** At the exact instant, expiry wins. */
export function isOverdue({ status, deadline }: Checkpoint, now: Date): boolean {
  return status === 'pending' && deadline !== null && now.getTime() >= Date.parse(deadline)
}

/** What silence leads to: never a rejection. */
export function whenOverdue(
  checkpoint: Checkpoint,
  event: ReturnType<typeof eventMaker>,
  now: Date,
): { readonly events: readonly NewEvent[]; readonly effects: readonly Effect[]; readonly expired: boolean } {
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
        ...(then.do === 'park' ? [event('job_moved', parked, here)] : []),
      ],
      effects: [overdueNotice(checkpoint, then.do), resolvedNotice(checkpoint, 'expired')],
      expired: true,
    }
  }
  const deadline = then.do === 'wait' || then.within_seconds === undefined ? null : later(now, then.within_seconds)
  const approvers =
    then.do === 'wait' ? terms.approvers : then.do === 'fallback' ? then.to : [...terms.approvers, ...then.to]
  return {
    events: [event('checkpoint_overdue', { did: then.do, approvers, deadline }, here)],
    effects: [overdueNotice(checkpoint, then.do)],
    expired: false,
  }
}
