import type * as z from 'zod'
import type { Remark } from '../model/checkpoint.ts'
import type { Decision } from '../model/decision.ts'
import type { CheckpointId } from '../model/ids.ts'
import type { AnswerKind } from '../model/review.ts'

type Args = Readonly<Record<string, unknown>>

/** The policy let it pass by itself, or a grant did. */
export interface Allowed {
  readonly outcome: 'allowed'
  readonly go: true
  readonly args: Args
  readonly decision: Decision
}
/** A person approved it, perhaps with other arguments: these are the ones to use. */
export interface Approved {
  readonly outcome: 'approved'
  readonly go: true
  readonly args: Args
  readonly edited: boolean
  readonly by: string
  readonly reason: string | null
  readonly checkpoint: CheckpointId
}
/** A person answered in place of the action. */
export interface Answered<Value> {
  readonly outcome: 'answered'
  readonly go: false
  readonly value: Value
  readonly by: string
  readonly checkpoint: CheckpointId
}
export interface Rejected {
  readonly outcome: 'rejected'
  readonly go: false
  readonly reason: string
  readonly by: string
  readonly checkpoint: CheckpointId
}
/** A person wants another revision, and an answer to every remark: `revise` brings both. */
export interface SentBack {
  readonly outcome: 'sent_back'
  readonly go: false
  readonly reason: string
  readonly remarks: readonly Remark[]
  readonly checkpoint: CheckpointId
}
/** Nobody answered in time, or the question was taken back. Neither is a rejection. */
export interface Unanswered {
  readonly outcome: 'expired' | 'cancelled' | 'superseded'
  readonly go: false
  readonly reason: string
  readonly checkpoint: CheckpointId
}
/** The policy says no, or halts the job until a person resumes it. */
export interface Refused {
  readonly outcome: 'denied' | 'stopped'
  readonly go: false
  readonly reason: string
  /** How often the same was refused, this time included. */
  readonly times: number
  readonly decision: Decision | null
  /** At which a person said no before; null where the policy itself says no. */
  readonly checkpoint: CheckpointId | null
}

type ByAnswer<Kind extends AnswerKind, Value> = Kind extends 'approve' | 'edit'
  ? Approved
  : Kind extends 'respond'
    ? Answered<Value>
    : Kind extends 'request_changes'
      ? SentBack
      : never

/** What can come of a gate, given the answers that it takes and what `respond` has to bring. */
export type Passage<Kind extends AnswerKind = AnswerKind, Schema extends z.ZodType = z.ZodType> =
  | Allowed
  | ByAnswer<Kind, z.output<Schema>>
  // People can always say no, whatever answers a gate takes.
  | Rejected
  | Unanswered
  | Refused
