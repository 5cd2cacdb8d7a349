import type { Actor } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import type { TenantId } from '../model/ids.ts'
import { isNamed } from '../model/is-named.ts'
import type { Job } from '../model/job.ts'
import type { Person } from '../model/person.ts'

/** A person who may see the work of this tenant; nobody else learns that it exists. */
export function maySee(person: Person | undefined, tenant: TenantId): person is Person {
  if (person === undefined || person.revoked_at !== null) return false
  return person.tenants === '*' || person.tenants.includes(tenant)
}

/** Whether something was said under somebody's name before they had come back; what is of the very instant counts as before. */
export function isFromBefore({ back_at }: Person, at: string): boolean {
  return back_at !== undefined && Date.parse(at) <= Date.parse(back_at)
}

/** Whether somebody may, at this moment, decide about a checkpoint. */
export function mayDecide(
  person: Person | undefined,
  { tenant, terms }: Pick<Checkpoint, 'tenant' | 'terms'>,
): person is Person {
  if (!maySee(person, tenant) || person.role === 'viewer') return false
  return isNamed(person, terms.approvers)
}

/** Whoever started the work, first or later, also through a job above, or changed it can't be the one to approve it. */
export function hasPart(
  person: Person,
  checkpoint: Pick<Checkpoint, 'requested_by' | 'edited_by'>,
  { job, ancestors }: Line,
): boolean {
  const line = [job, ...ancestors]
  const behind = [checkpoint.requested_by, ...line.map(({ started_by }) => started_by)]
  const started = behind.some(({ kind, id }) => kind === 'person' && id === person.id)
  const joined = line.some(({ joined_by = [] }) => joined_by.includes(person.id))
  return started || joined || checkpoint.edited_by.includes(person.id)
}

/** A job and those it works for. */
export interface Line {
  readonly job: Job
  readonly ancestors: readonly Job[]
}

/** Setting up people is for administrators, as far as their own tenants reach: before the change and after it. */
export function refuseUnlessAdminOf(actor: Actor, by: Person | undefined, reach: readonly Person['tenants'][]): void {
  if (actor.kind !== 'person') throw new AppError('actor_not_human')
  if (by === undefined || by.revoked_at !== null || by.role !== 'admin') {
    throw new AppError('not_authorised', [], { message: `${actor.id} is not an administrator.` })
  }
  if (!reach.every((tenants) => covers(by.tenants, tenants))) {
    throw new AppError('not_authorised', [], { message: `${actor.id} is not an administrator of all these tenants.` })
  }
}

function covers(own: Person['tenants'], wanted: Person['tenants']): boolean {
  if (own === '*') return true
  return wanted !== '*' && wanted.every((tenant) => own.includes(tenant))
}
