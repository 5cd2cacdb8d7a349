import { beingMerged } from './being-merged.ts'
import { AppError } from './errors.ts'
import type { Pull } from './pull.ts'

/** Why there is nothing to review about a pull request that no checkpoint holds. */
export function nobodyAsked(pull: Pick<Pull, 'id' | 'status' | 'merge' | 'job' | 'stuck'>): AppError {
  const { id, status, merge } = pull
  if (status !== 'open') return new AppError('pull_ended', [], { message: `Pull request ${id} is ${status}.` })
  if (merge === null) return new AppError('not_asked', [], { message: `Nobody is asked about ${id} yet.` })
  return beingMerged(`The policy let ${id} pass without asking anybody, and it is being merged.`, pull)
}
