import type { ReviewTerms } from '../../model/checkpoint.ts'

/** What helps where too few are left who may approve: somebody new counts only where no names were given. */
export function wayOut({ approvers }: Pick<ReviewTerms, 'approvers'>): string {
  if (approvers.length === 0) return 'Let somebody in: leeway people add NAME.'
  const role = approvers.includes('role:reviewer') ? 'reviewer' : approvers.includes('role:admin') ? 'admin' : undefined
  if (role !== undefined) return `Let somebody in: leeway people add NAME --role ${role}.`
  return `Nobody but ${approvers.join(', ')} was named. Reject it or ask for changes, so that the agent can ask others.`
}
