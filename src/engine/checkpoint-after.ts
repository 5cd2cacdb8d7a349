import type { Checkpoint, ReviewTerms } from '../model/checkpoint.ts'
import type { RemarkAnswer } from '../model/remark-answer.ts'
import type { EventType } from './event.ts'
import type { Brief, NewEvent } from './ports.ts'

/** Everything that happens to a checkpoint once it is open. */
export type CheckpointEvent = Extract<
  NewEvent,
  {
    readonly type: Extract<
      EventType,
      | 'checkpoint_revised'
      | 'checkpoint_voted'
      | 'checkpoint_remarked'
      | 'remarks_answered'
      | 'checkpoint_overdue'
      | 'checkpoint_resolved'
      | 'approval_spent'
    >
  }
>

/** What may still be added to a checkpoint that is decided. */
const AFTER_THE_END: ReadonlySet<CheckpointEvent['type']> = new Set([
  'approval_spent',
  'checkpoint_remarked',
  'remarks_answered',
])

/** A checkpoint after one more event, whole or in brief as it was before. What is decided stays decided. */
export function checkpointAfter<Of extends Brief<'checkpoints'>>(before: Of, event: CheckpointEvent): Of {
  if (before.status !== 'pending' && !AFTER_THE_END.has(event.type)) {
    throw new Error(`Checkpoint ${before.id} is ${before.status}, which is final.`)
  }
  switch (event.type) {
    case 'checkpoint_revised': {
      const { answers, edited_by, asked_hash, irreversible, ...revised } = event.data
      return {
        // Where people have time anew, nothing is late.
        ...(revised.deadline === null ? before : inTime(before)),
        ...revised,
        asked_hash: asked_hash ?? before.asked_hash,
        edited_by: edited_by === null ? [] : [...before.edited_by, edited_by],
        terms: irreversible ? { ...termsOf(before), irreversible } : termsOf(before),
        sent_back: false,
        votes: [],
        remarks: answered(before, answers),
      }
    }
    case 'checkpoint_voted':
      return { ...before, votes: [...before.votes.filter(({ by }) => by !== event.data.vote.by), event.data.vote] }
    case 'checkpoint_remarked': {
      const sentBack = event.data.remark.kind === 'request_changes' && before.status === 'pending'
      const after = { ...before, remarks: [...before.remarks, event.data.remark] }
      // The agent has its turn; how long people take counts anew when it brings the next revision.
      return sentBack ? { ...inTime(after), sent_back: true, deadline: null, votes: [] } : after
    }
    case 'remarks_answered':
      return { ...before, remarks: answered(before, event.data.answers) }
    case 'checkpoint_overdue':
      return overdue(before, event)
    case 'checkpoint_resolved':
      return { ...before, ...event.data, resolved_at: event.at }
    case 'approval_spent':
      return spent(before, event)
    default:
      return event satisfies never
  }
}

function overdue<Of extends Brief<'checkpoints'>>(
  before: Of,
  { data: { approvers, deadline }, at }: Extract<CheckpointEvent, { type: 'checkpoint_overdue' }>,
): Of {
  const terms: ReviewTerms = { ...termsOf(before), approvers, on_timeout: { do: 'wait' } }
  return { ...before, deadline, late_since: before.late_since ?? before.deadline ?? at, terms }
}

function inTime<Of extends Brief<'checkpoints'>>({ late_since: _over, ...before }: Of): Of {
  return before as unknown as Of
}

/** They are kept apart, so that a command which changes them has to read the whole. */
function termsOf(before: Brief<'checkpoints'> & { readonly terms?: ReviewTerms }): ReviewTerms {
  if (before.terms === undefined) throw new Error(`Checkpoint ${before.id} was read in brief, and its terms change.`)
  return before.terms
}

function spent<Of extends Brief<'checkpoints'>>(
  before: Of,
  { at, data }: Extract<CheckpointEvent, { type: 'approval_spent' }>,
): Of {
  const { attempt, forgotten, passed } = data
  return { ...before, spent_at: at, attempt, ...(forgotten && { forgotten }), ...(passed && { passed }) }
}

function answered(
  { remarks }: Pick<Checkpoint, 'remarks'>,
  answers: readonly { readonly number: number; readonly answer: RemarkAnswer }[],
): Checkpoint['remarks'] {
  return remarks.map((remark) => {
    const given = answers.find(({ number }) => number === remark.number)
    return given === undefined ? remark : { ...remark, answer: given.answer }
  })
}
