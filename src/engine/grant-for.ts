import type { Actor } from '../model/actor.ts'
import type { ReviewTerms } from '../model/checkpoint.ts'
import type { Gate } from '../model/gate.ts'
import type { Grant } from '../model/grant.ts'
import type { TenantId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { Person } from '../model/person.ts'
import { hasPart, isFromBefore, mayDecide, maySee } from './access.ts'
import { confidenceIn } from './granted-call.ts'

/** A grant, and everybody whose approval it rests on, as they stand now. */
export interface LeftBehind {
  readonly grant: Grant
  readonly by: readonly Person[]
}

/** Everything of a question that says who may answer it. */
export interface Asker {
  readonly job: Job
  readonly ancestors: readonly Job[]
  readonly solo: boolean
  readonly tenant: TenantId
  readonly requested_by: Actor
  readonly terms: ReviewTerms
  readonly gate: Gate
}

/** The first grant that still permits a call of this job. It is worth no more than the answer of whoever left it would be now. */
export function grantFor(left: readonly LeftBehind[], asker: Asker, now: Date): Grant | undefined {
  return left.find(({ grant, by }) => {
    return isAlive(grant, now) && reaches(grant, asker.job) && isAsSure(grant, asker.gate) && suffice(by, asker)
  })?.grant
}

/** Whoever permitted an action of which the agent was sure has not permitted one of which it is less so. */
function isAsSure({ confidence: then }: Grant, gate: Gate): boolean {
  const now = confidenceIn(gate)
  return then === undefined || then === null || (typeof now === 'number' && now >= then)
}

/** Whether these people could answer this question, and are enough of them. */
function suffice(people: readonly Person[], asker: Asker): boolean {
  const { solo, terms, requested_by } = asker
  const answering = people.filter((person) => {
    if (!mayDecide(person, asker)) return false
    return solo || !hasPart(person, { requested_by, edited_by: [] }, asker)
  })
  return new Set(answering.map(({ id }) => id)).size >= terms.quorum
}

/** Whether a grant has anything left to give; one that was taken back is not found by its call any more. */
function isAlive({ bounds, hits }: Grant, now: Date): boolean {
  if (bounds.count !== undefined && hits >= bounds.count) return false
  return bounds.until === undefined || now.getTime() < Date.parse(bounds.until)
}

/** A grant for one job reaches those that work for it as well. */
function reaches(grant: Grant, job: Job): boolean {
  return grant.job === null || [...job.path, job.id].includes(grant.job)
}

/** A permission does not outlive the right to give it; whoever was let go and comes back under the same name gives it anew. */
export function isBacked({ tenant, minted_at }: Grant, owner: Person | undefined): owner is Person {
  return maySee(owner, tenant) && owner.role !== 'viewer' && !isFromBefore(owner, minted_at)
}
