import type { Actor } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { AttemptId, TenantId } from '../model/ids.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import { type AttemptState, loadAttempt } from './load-attempt.ts'
import { refuseSecretsIn } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** How an action went, from whoever ran it. */
export interface RecordAttempt {
  readonly tenant: TenantId
  readonly attempt: AttemptId
  readonly by: Actor
  readonly session: string
  readonly status: 'succeeded' | 'failed'
  readonly outcome: unknown
}

export const recordAttempt: Verb<RecordAttempt, AttemptState, void> = {
  load: loadAttempt,
  decide: ({ attempt }, { tenant, by, session, status, outcome }, now) => {
    if (attempt.tenant !== tenant) throw noSuch('attempt', attempt.id)
    if (attempt.status !== 'claimed' || attempt.session !== session) {
      throw new AppError('attempt_ended', [], {
        message: `Attempt ${attempt.id} is ${attempt.status}, and not yours to end.`,
      })
    }
    refuseSecretsIn(outcome, '/outcome')
    const event = eventMaker({ tenant, actor: by, now, job: attempt.job })
    const ended = { attempt: attempt.id, status, outcome: outcome ?? null, settled_by: null }
    return { events: [event('attempt_ended', ended)], effects: [], result: undefined }
  },
}
