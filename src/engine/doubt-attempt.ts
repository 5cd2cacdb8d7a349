import { SYSTEM } from '../model/actor.ts'
import type { AttemptId } from '../model/ids.ts'
import { eventMaker } from './event-maker.ts'
import { hasEnded } from './job-state.ts'
import { type AttemptState, loadAttempt } from './load-attempt.ts'
import type { NewEvent } from './ports.ts'
import type { Verb } from './verb.ts'

/** Whoever claimed an action is gone, and nobody knows whether it ran. It never runs again by itself. */
export const doubtAttempt: Verb<{ readonly attempt: AttemptId }, AttemptState, boolean> = {
  load: (read, { attempt }) => loadAttempt(read, { attempt, by: SYSTEM }),
  decide: ({ attempt, job }, _input, now) => {
    if (attempt.status !== 'claimed') return { events: [], effects: [], result: false }
    return { events: doubtEvents({ attempt, job }, now), effects: [], result: true }
  },
}

/** What makes an attempt a person's business, and why its job goes no further until then. */
export function doubtEvents(
  { attempt, job }: Pick<AttemptState, 'attempt' | 'job'>,
  now: Date,
  why = 'it was claimed and never recorded.',
): readonly NewEvent[] {
  const event = eventMaker({ tenant: attempt.tenant, actor: SYSTEM, now, job: job.id })
  const doubt = { attempt: attempt.id, status: 'in_doubt', outcome: null, settled_by: null } as const
  const reason = `Nobody knows whether ${attempt.content.tool ?? 'the action'} ran: ${why}`
  // What was stopped stays so: only a person's word lets it go on, and that word is refused until the doubt is settled.
  const moves = !hasEnded(job) && job.status !== 'in_doubt' && job.status !== 'stopped'
  return [event('attempt_ended', doubt), ...(moves ? [event('job_moved', { to: 'in_doubt', reason })] : [])]
}
