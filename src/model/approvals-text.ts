import type { ReviewTerms } from './checkpoint.ts'

/** How many approvals count of how many that are needed, and whose they are. */
export function approvalsText({ quorum }: Pick<ReviewTerms, 'quorum'>, by: readonly string[]): string {
  const whose = by.length === 0 ? '' : `: ${by.join(', ')}`
  return `${by.length} of ${quorum}${whose}`
}
