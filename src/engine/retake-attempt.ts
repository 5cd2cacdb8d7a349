import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import { AppError } from '../model/errors.ts'
import type { AttemptId, TenantId } from '../model/ids.ts'
import { decide } from '../policy/decide.ts'
import { gateBehind } from './content-of.ts'
import { doubtEvents } from './doubt-attempt.ts'
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
  decide: ({ attempt, job, above }, { tenant, by, from, session }, now) => {
    if (attempt.tenant !== tenant) throw noSuch('attempt', attempt.id)
    if (attempt.status !== 'claimed' || attempt.session !== from || !attempt.idempotent) {
      throw new AppError('still_running', [], { message: `Attempt ${attempt.id} is ${attempt.status}.` })
    }
    refuseIdle(above.job)
    const halted = whyHalted(above)
    if (halted !== undefined) throw new AppError('halted', [], { message: halted })
    const why = whyNotAgain(attempt, above)
    if (why !== undefined) {
      const events = doubtEvents({ attempt, job }, now, `it was claimed and never recorded, and now ${why}`)
      return { events, effects: [], error: new AppError('job_in_doubt', [], { details: { attempt: attempt.id } }) }
    }
    const retaken = { ...attempt, session, claimed_at: now.toISOString() }
    const event = eventMaker({ tenant, actor: by, now, job: attempt.job })
    return { events: [event('attempt_claimed', { attempt: retaken })], effects: [], result: retaken }
  },
}

/** Decided again, because the policy may have become stricter since. An ask is met by a person's permission, and by nothing else. */
function whyNotAgain({ permit, content }: Attempt, { policy }: JobState): string | undefined {
  if (permit.by === 'program') return undefined
  const { verdict, reason } = decide(policy, gateBehind(content))
  const isMet = verdict === 'allow' || (verdict === 'ask' && permit.by !== 'policy')
  return isMet ? undefined : `the policy says: ${reason}`
}
