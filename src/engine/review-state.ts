import type { Actor } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointId, GrantId, PersonId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import type { Pull } from '../model/pull.ts'
import type { RejectedPart } from '../model/rejected-part.ts'
import type { Review } from '../model/review.ts'
import type { Proof } from '../model/step-up.ts'
import type { UnshownFile } from '../model/unshown-file.ts'
import type { JobState } from './job-state.ts'

/** A person answers what is held. */
export interface ReviewCheckpoint {
  readonly checkpoint: CheckpointId
  readonly by: Actor
  /** What was on the screen. There is no default: nobody approves what they did not see. */
  readonly content_hash: string
  readonly review: Review
  /** A proof of presence for exactly this content. */
  readonly step_up: Proof | null
  /** One of many answers given at once. */
  readonly batch: boolean
  /** The id of the grant, if the answer leaves one. */
  readonly grant: GrantId
  /** It was given on a forge, whose own screen showed what it is about. */
  readonly on_forge?: true
}

/** What is known when a person answers. */
export interface ReviewState {
  readonly checkpoint: Checkpoint
  readonly job: JobState
  readonly person: Person | undefined
  /** Everybody who has voted, as they stand now. */
  readonly voters: ReadonlyMap<PersonId, Person | undefined>
  readonly solo: boolean
  /** Whether the passkey that proved presence, where one did, is still there. */
  readonly hasPasskey: boolean
  /** The pull request that is reviewed, where there is one. */
  readonly pull: Pull | undefined
  /** What people have rejected of it, themselves included. */
  readonly rejected: readonly RejectedPart[]
  /** What our screens do not show in full of it, and whoever answers has not marked. */
  readonly unseen: readonly UnshownFile[]
}

/** What the reviewer is told: the checkpoint as it is now, and how many approvals are missing. */
export interface Reviewed {
  readonly status: Checkpoint['status']
  readonly revision: number
  readonly missing: number
  readonly grant: GrantId | null
}
