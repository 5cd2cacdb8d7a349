import type { Grant } from '../model/grant.ts'
import type { Job } from '../model/job.ts'
import type { Person } from '../model/person.ts'
import { isFromBefore, maySee } from './access.ts'

/** The first grant that still permits a call of this job. */
export function grantFor(grants: readonly Grant[], job: Job, now: Date): Grant | undefined {
  return grants.find((grant) => isAlive(grant, now) && reaches(grant, job))
}

/** Whether a grant has anything left to give. */
function isAlive({ bounds, hits, revoked_at }: Grant, now: Date): boolean {
  if (revoked_at !== null) return false
  if (bounds.count !== undefined && hits >= bounds.count) return false
  return bounds.until === undefined || now.getTime() < Date.parse(bounds.until)
}

/** A grant for one job reaches those that work for it as well. */
function reaches(grant: Grant, job: Job): boolean {
  return grant.job === null || [...job.path, job.id].includes(grant.job)
}

/** A permission does not outlive the right to give it; whoever was let go and comes back under the same name gives it anew. */
export function isBacked({ tenant, minted_at }: Grant, owner: Person | undefined): boolean {
  return maySee(owner, tenant) && owner.role !== 'viewer' && !isFromBefore(owner, minted_at)
}
