import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import { AppError } from '../model/errors.ts'
import type { AttemptId, TenantId } from '../model/ids.ts'
import { decide } from '../policy/decide.ts'
import { gateBehind } from './content-of.ts'
import { eventMaker } from './event-maker.ts'
import { type JobState, loadJob, noSuch, refuseIdle, whyHalted } from './job-state.ts'
import { type AttemptState, loadAttempt } from './load-attempt.ts'
import type { Verb } from './verb.ts'

/** A new process takes over what a dead one claimed, where the target does nothing twice under the same key. */
export interface RetakeAttempt {
  readonly tenant: TenantId
  readonly attempt: AttemptId
  readonly by: Actor
  /** The session that is gone. */
  readonly from: string
  readonly session: string
}

interface State extends AttemptState {
  readonly above: JobState
}

export const retakeAttempt: Verb<RetakeAttempt, State, Attempt> = {
  load: async (read, input, policies) => {
    const state = await loadAttempt(read, input)
    return { ...state, above: await loadJob(read, state.job.id, policies) }
  },
  decide: ({ attempt, above }, { tenant, by, from, session }, now) => {
    if (attempt.tenant !== tenant) throw noSuch('attempt', attempt.id)
    if (attempt.status !== 'claimed' || attempt.session !== from || !attempt.idempotent) {
      throw new AppError('still_running', [], { message: `Attempt ${attempt.id} is ${attempt.status}.` })
    }
    refuseIdle(above.job)
    const halted = whyHalted(above)
    if (halted !== undefined) throw new AppError('halted', [], { message: halted })
    refuseDenied(attempt, above)
    const retaken = { ...attempt, session, claimed_at: now.toISOString() }
    const event = eventMaker({ tenant, actor: by, now, job: attempt.job })
    return { events: [event('attempt_claimed', { attempt: retaken })], effects: [], result: retaken }
  },
}

/** Decided again, because the policy may have become stricter since; an ask was met by what permitted the attempt. */
function refuseDenied({ permit, content }: Attempt, { policy }: JobState): void {
  if (permit.by === 'program') return
  const { verdict, reason } = decide(policy, gateBehind(content))
  if (verdict === 'deny' || verdict === 'stop') throw new AppError('denied', [], { message: reason })
}
