import type { Actor } from '../../model/actor.ts'
import { approvalWaits } from '../../model/approval-waits.ts'
import type { Pull } from '../../model/pull.ts'
import { mayDecide } from '../access.ts'
import { fingerprintOf } from '../content-hash.ts'
import type { eventMaker } from '../event-maker.ts'
import type { NewEvent } from '../ports.ts'
import { factsForAncestors, refusalOf } from '../refuse.ts'
import type { Reviewed, ReviewState } from '../review-state.ts'
import type { Outcome } from '../verb.ts'
import { closeOnForge } from './close-pull.ts'

/** A review of an approval that stands. */
interface State extends ReviewState {
  readonly pull: Pull
}

/** The no of a review, and the hash of what it is about. */
interface No {
  readonly answer: string
  readonly content_hash: string
}

/** A no to what is approved and waits. */
export function takesBack({ pull, checkpoint, person, rejected }: State, { answer, content_hash }: No): boolean {
  const isNo = answer === 'request_changes' || answer === 'reject'
  if (!isNo || !approvalWaits(pull, checkpoint, rejected)) return false
  return mayDecide(person, checkpoint) && content_hash === checkpoint.content_hash
}

interface TakingBack {
  readonly event: ReturnType<typeof eventMaker>
  readonly submitted: readonly NewEvent[]
  readonly said: { readonly by: Actor; readonly text: string; readonly answer: string; readonly now: Date }
  /** What stops the job, where the same was wanted too often. */
  readonly stalled: readonly NewEvent[]
}

/** Nothing was denied, so the phase goes on: with what was said, and with asking people anew. Rejected, it ends as it would have before. */
export function takenBack(state: State, { event, submitted, said, stalled }: TakingBack): Outcome<Reviewed> {
  const { content_hash, decision, status, revision } = state.checkpoint
  const spent = event('approval_spent', { content_hash, attempt: null, call: null, decision, voided: false })
  const result = { status, revision, missing: 0, grant: null }
  if (said.answer === 'reject') {
    return {
      events: [...submitted, spent, ...ended(state, { event, said })],
      effects: closeOnForge(state.pull),
      result,
    }
  }
  return { events: [...submitted, ...remarked(state, { event, said }), spent, ...stalled], effects: [], result }
}

type Saying = Pick<TakingBack, 'event' | 'said'>

function remarked({ checkpoint: { remarks, revision } }: State, { event, said: { by, text, now } }: Saying) {
  const given = { by, at: now.toISOString(), text, revision, answer: null }
  return [
    event('checkpoint_remarked', {
      remark: { number: remarks.length + 1, kind: 'request_changes', ...given } as const,
    }),
  ]
}

/** A checkpoint that was answered stays what it is; the refusal holds all the same, and the pull request is closed. */
function ended({ checkpoint, job, pull }: State, { event, said: { by, text: reason, now } }: Saying): NewEvent[] {
  const of = { by, reason, checkpoint: checkpoint.id, now }
  return [
    event('refusal_recorded', { refusal: refusalOf(job.job, fingerprintOf(checkpoint.content), of) }),
    ...factsForAncestors(job.job, event, { checkpoint: checkpoint.id, reason }),
    event('pull_closed', { pull: pull.id, reason }),
  ]
}
