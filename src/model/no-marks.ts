import type { PullId } from './ids.ts'
import type { Marks } from './review-thread.ts'

/** The marks of whoever has not looked yet. */
export function noMarks(pull: PullId): Marks {
  return { pull, viewed: {}, verdicts: [], reviewed: 0 }
}
