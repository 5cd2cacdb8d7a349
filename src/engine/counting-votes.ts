import type { Checkpoint } from '../model/checkpoint.ts'
import type { PersonId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import type { Pull } from '../model/pull.ts'
import { hasPart, isFromBefore, type Line, mayDecide } from './access.ts'

/** A checkpoint, and all that says which of its votes are worth something. */
export interface Voted {
  readonly checkpoint: Checkpoint
  /** Everybody who has voted, as they stand now. */
  readonly voters: ReadonlyMap<PersonId, Person | undefined>
  readonly job: Line
  readonly solo: boolean
  readonly pull: Pull | undefined
}

/** Distinct people who may decide at this moment and approved exactly this content, with a proof of presence where one is needed now. */
export function countingVotes({ checkpoint, voters, job, solo, pull }: Voted): ReadonlySet<PersonId> {
  const { irreversible } = checkpoint.terms
  const counting = checkpoint.votes.filter(({ by, at, content_hash, step_up }) => {
    const person = voters.get(by)
    if (content_hash !== checkpoint.content_hash || !mayDecide(person, checkpoint)) return false
    // Somebody who was let go and has come back has not voted yet.
    if (isFromBefore(person, at)) return false
    if (solo) return true
    if (irreversible && step_up === undefined) return false
    return !(hasPart(person, checkpoint, job) || pull?.pushed_by.includes(by))
  })
  return new Set(counting.map(({ by }) => by))
}
