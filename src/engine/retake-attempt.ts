import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import { AppError } from '../model/errors.ts'
import type { AttemptId, TenantId } from '../model/ids.ts'
import { inDoubt } from '../model/in-doubt.ts'
import { decide } from '../policy/decide.ts'
import { gateBehind } from './content-of.ts'
import { doubtEvents } from './doubt-attempt.ts'
import { eventMaker } from './event-maker.ts'
import { isBacked } from './grant-for.ts'
import { type JobState, loadJob, noSuch, refuseHalted, refuseIdle } from './job-state.ts'
import { type AttemptState, loadAttempt } from './load-attempt.ts'
import type { Reader } from './reader.ts'
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
  /** Whether the grant that permitted it, where one did, still stands. */
  readonly backed: boolean
}

export const retakeAttempt: Verb<RetakeAttempt, State, Attempt> = {
  load: async (read, input, policies) => {
    const state = await loadAttempt(read, input)
    const above = await loadJob(read, state.job.id, policies)
    return { ...state, above, backed: await isPermitBacked(read, state.attempt) }
  },
  decide: ({ attempt, job, above, backed }, { tenant, by, from, session }, now) => {
    if (attempt.tenant !== tenant) throw noSuch('attempt', attempt.id)
    if (attempt.status !== 'claimed' || attempt.session !== from || !attempt.idempotent) {
      throw new AppError('still_running', [], { message: `Attempt ${attempt.id} is ${attempt.status}.` })
    }
    refuseIdle(above.job)
    refuseHalted(above)
    const why = whyNotAgain(attempt, above, backed)
    if (why !== undefined) {
      const events = doubtEvents({ attempt, job }, now, `it was claimed and never recorded, and now ${why}`)
      return { events, effects: [], error: inDoubt({ attempt: attempt.id }) }
    }
    const retaken = { ...attempt, session, claimed_at: now.toISOString() }
    const event = eventMaker({ tenant, actor: by, now, job: attempt.job })
    return { events: [event('attempt_claimed', { attempt: retaken })], effects: [], result: retaken }
  },
}

async function isPermitBacked(read: Reader, { permit }: Attempt): Promise<boolean> {
  if (permit.by !== 'grant') return permit.by === 'checkpoint'
  const grant = await read.get('grants', permit.grant)
  return grant !== undefined && grant.revoked_at === null && isBacked(grant, await read.get('people', grant.owner))
}

/** Decided again, because the policy may have become stricter since. An ask is met by a person's permission that still stands. */
function whyNotAgain({ permit, content }: Attempt, { policy }: JobState, backed: boolean): string | undefined {
  if (permit.by === 'program') return undefined
  const { verdict, reason } = decide(policy, gateBehind(content))
  // Some of what the first decision saw is not kept with the attempt. Under the very same policy it would be made again.
  const isSame = permit.by === 'policy' && permit.digest === policy.digest
  const isMet = verdict === 'allow' || (verdict === 'ask' && (backed || isSame))
  return isMet ? undefined : `the policy says: ${reason}`
}
