import { AppError } from './errors.ts'
import type { Pull } from './pull.ts'

/** Says that a merge was claimed and is being made. Whoever sees it stuck and does not want it has to learn why, and what still keeps it from `main`. */
export function beingMerged(said: string, { job, stuck }: Pick<Pull, 'job' | 'stuck'>): AppError {
  const message = stuck === undefined ? said : `${said} It could not be merged yet: ${stuck.reason}`
  const details = { next: `To keep it from being merged, cancel its job: leeway cancel ${job}` }
  return new AppError('pull_merging', [], { message, details })
}
