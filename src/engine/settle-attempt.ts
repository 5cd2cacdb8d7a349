import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import { AppError } from '../model/errors.ts'
import type { AttemptId } from '../model/ids.ts'
import { maySee } from './access.ts'
import { eventMaker } from './event-maker.ts'
import { noSuch } from './job-state.ts'
import { type AttemptState, loadAttempt, loadDoubts } from './load-attempt.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** A person found out what became of an action, and says so. */
export interface SettleAttempt {
  readonly attempt: AttemptId
  readonly by: Actor
  readonly status: 'succeeded' | 'failed'
  readonly reason: string
  /** What came of it, for whoever asks again under its key; absent where nobody can say. */
  readonly value?: unknown
}

interface State extends AttemptState {
  /** Other attempts of the job that nobody settled yet. */
  readonly others: readonly Attempt[]
}

export const settleAttempt: Verb<SettleAttempt, State, void> = {
  load: async (read, input) => {
    const state = await loadAttempt(read, input)
    const doubts = await loadDoubts(read, state.job.id)
    return { ...state, others: doubts.filter(({ id }) => id !== input.attempt) }
  },
  decide: ({ attempt, job, person, others }, { by, status, reason, value }, now) => {
    if (by.kind !== 'person') throw new AppError('actor_not_human')
    if (!maySee(person, attempt.tenant)) throw noSuch('attempt', attempt.id)
    if (person.role === 'viewer') throw new AppError('not_authorised')
    if (attempt.status !== 'in_doubt') throw new AppError('not_in_doubt')
    if (value !== undefined && status !== 'succeeded') {
      throw new AppError('invalid_input', [], { message: 'Only what succeeded has a result.' })
    }
    refuseSecrets(reason, '/reason')
    refuseSecrets(value, '/value')
    const event = eventMaker({ tenant: attempt.tenant, actor: by, now, job: job.id })
    const outcome = { settled: reason, ...(value !== undefined && { value }) }
    const ended = { attempt: attempt.id, status, outcome, settled_by: person.id }
    const to = job.held.length > 0 ? 'pending_review' : 'running'
    const moved = job.status === 'in_doubt' && others.length === 0 ? [event('job_moved', { to, reason })] : []
    return { events: [event('attempt_ended', ended), ...moved], effects: [], result: undefined }
  },
}
