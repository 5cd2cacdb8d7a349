import type { Review } from '../../model/review.ts'

/** An answer as it was called for. */
export interface Given {
  readonly command: string
  readonly ids: readonly string[]
  /** One for each id, in their order; none when the content is confirmed on the screen. */
  readonly hashes: readonly string[]
  readonly json: boolean
  /** They say that they have looked at what no diff shows. */
  readonly isSeen?: boolean
  readonly review: Review
}
