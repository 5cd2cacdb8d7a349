import { AppError } from './errors.ts'
import type { Pull } from './pull.ts'

/** Why there is nothing to review about a pull request that no checkpoint holds. */
export function nobodyAsked({ id, status, merge, job }: Pick<Pull, 'id' | 'status' | 'merge' | 'job'>): AppError {
  if (status !== 'open') return new AppError('pull_ended', [], { message: `Pull request ${id} is ${status}.` })
  if (merge === null) return new AppError('not_asked', [], { message: `Nobody is asked about ${id} yet.` })
  // Whoever sees it stuck and does not want it has to learn what still keeps it from `main`.
  const message = `The policy let ${id} pass without asking anybody, and it is being merged.`
  const details = { next: `To keep it from being merged, cancel its job: leeway cancel ${job}` }
  return new AppError('pull_merging', [], { message, details })
}
