import type { Actor } from '../model/actor.ts'
import type { Attempt, Permit } from '../model/attempt.ts'
import type { Checkpoint, ReviewTerms } from '../model/checkpoint.ts'
import type { Decision } from '../model/decision.ts'
import type { Gate } from '../model/gate.ts'
import type { CheckpointId, JobId, PullId, TenantId } from '../model/ids.ts'
import type { Resumed } from '../model/job.ts'
import type { Pull } from '../model/pull.ts'
import type { Refusal } from '../model/refusal.ts'
import type { Sealed } from './content-hash.ts'
import type { Call } from './event.ts'
import type { LeftBehind } from './grant-for.ts'
import type { JobState } from './job-state.ts'
import type { Claim } from './new-attempt.ts'

/** An agent asks whether it may go on. */
export interface Ask {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly gate: Gate
  readonly sealed: Sealed
  /** The agent's own words. */
  readonly title: string
  /** Asked again under the same key, it is the same question. */
  readonly key: string | null
  readonly terms: ReviewTerms
  /** The id of the checkpoint, if there has to be one. */
  readonly checkpoint: CheckpointId
  readonly claim: Claim
  readonly call: Call | null
  /** The pull request that the question is about. */
  readonly pull?: PullId
  /** A secret of the call that whoever asks has not got: nothing new is asked or claimed then. */
  readonly lacks?: string
  /** How many gates whoever asks may wait at; there where they do: no other hold is opened then. */
  readonly full?: number
  /** Asked by the scripted agent that comes with the product. */
  readonly demo?: true
}

/** What the agent is told. A hold is not an error, and neither is a no. */
export type Asked =
  | {
      readonly status: 'allowed'
      readonly decision: Decision
      readonly attempt: Attempt | null
      readonly permit: Permit
    }
  | { readonly status: 'held'; readonly checkpoint: Checkpoint }
  | { readonly status: 'ran'; readonly attempt: Attempt }
  | {
      readonly status: 'denied' | 'stopped'
      readonly decision: Decision | null
      readonly reason: string
      readonly times: number
      /** At which a person said no before; null where the policy itself says no. */
      readonly checkpoint: CheckpointId | null
    }

/** What is known when an agent asks. */
export interface AskState extends JobState {
  /** What was asked before under the same key. */
  readonly known: {
    readonly checkpoint?: Checkpoint | undefined
    readonly attempt?: Attempt | undefined
    readonly resumed?: Resumed | undefined
  }
  readonly taken: Checkpoint | undefined
  readonly grants: readonly LeftBehind[]
  /** Whether somebody works alone here and said so. */
  readonly solo: boolean
  readonly refusal: Refusal | undefined
  readonly pull: Pull | undefined
  /** What people were last asked about the pull request. */
  readonly asked: Checkpoint | undefined
}
