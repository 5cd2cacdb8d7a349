import type { Attempt, Permit } from '../model/attempt.ts'
import type { AttemptId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { Sealed } from './content-hash.ts'

/** Who runs an action that passes, so that a crash in between is noticed. */
export interface Claim {
  readonly attempt: AttemptId
  readonly session: string
  /** The target takes our key and does nothing twice. */
  readonly idempotent: boolean
  /** Whether somebody will record how it went; otherwise the agent runs it by itself. */
  readonly recorded: boolean
}

interface NewAttempt {
  readonly job: Job
  readonly key: string
  readonly sealed: Pick<Sealed, 'content' | 'hash'>
  readonly claim: Claim
  readonly permit: Permit
  readonly now: Date
}

/** The one try that a permit is good for. */
export function newAttempt({ job, key, sealed, claim, permit, now }: NewAttempt): Attempt {
  return {
    id: claim.attempt,
    tenant: job.tenant,
    job: job.id,
    key,
    content: sealed.content,
    content_hash: sealed.hash,
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
