import type { Approver } from './checkpoint.ts'
import type { Person } from './person.ts'

/** Whether somebody is among those who were named to decide, by themselves or by their role; where nobody was, everybody is. */
export function isNamed(person: Pick<Person, 'id' | 'role'>, approvers: readonly Approver[]): boolean {
  return approvers.length === 0 || approvers.some((approver) => isMeant(person, approver))
}

function isMeant({ id, role }: Pick<Person, 'id' | 'role'>, approver: Approver): boolean {
  if (approver === 'role:admin') return role === 'admin'
  return approver === 'role:reviewer' ? role === 'reviewer' || role === 'admin' : approver === id
}
