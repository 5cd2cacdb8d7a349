import type { CheckpointId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { Passage } from '../passage.ts'
import type { Feedback } from '../pull/feedback.ts'
import type { Owed } from './hear-people.ts'

/** What a person wants changed, and how many revisions the agent has brought of it. */
export interface SentBack {
  readonly checkpoint: CheckpointId
  readonly remarks: Feedback['remarks']
  readonly revisions: number
}

/** A yes to one commit on one base. */
export interface Approved extends Pick<Pull, 'head' | 'base'> {
  readonly passage: Passage
}

/** What one round hands to the next. */
export interface Turn {
  readonly feedback: Feedback | null
  readonly back: SentBack | null
  readonly approved: Approved | null
  /** The checkpoint whose remarks are answered beside the round, and not by a revision of it. */
  readonly owes: CheckpointId | null
}

export const FIRST: Turn = { feedback: null, back: null, approved: null, owes: null }

/** It is the agent's turn, and nothing but answers are wanted of it. */
export function answering({ feedback, head, base, owes }: Owed, passage: Passage): Turn {
  return { feedback, back: null, approved: { head, base, passage }, owes }
}

/** The checkpoint whose remarks the agent answers in this turn. */
export function answersOn({ back, owes }: Turn): CheckpointId | null {
  return back?.checkpoint ?? owes
}

export function sentBack(
  { checkpoint, remarks }: Pick<SentBack, 'checkpoint' | 'remarks'>,
  before: SentBack | null,
): SentBack {
  return { checkpoint, remarks, revisions: before?.checkpoint === checkpoint ? before.revisions + 1 : 0 }
}
