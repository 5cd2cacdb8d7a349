import type { UnsentChange, UnsentReview } from './unsent-review.ts'

/** What there is before anybody has begun anything. */
export const NOTHING_UNSENT: UnsentReview = { text: '', verdicts: [], replies: {} }

type Part = Pick<UnsentReview['verdicts'][number], 'path' | 'hunk'>

/** Puts what is new among what somebody has begun: of each part and each thread the last word counts. */
export function withUnsent(
  before: UnsentReview,
  { text = before.text, verdicts = [], unjudged = [], replies = {} }: UnsentChange,
): UnsentReview {
  const isAnew = (part: Part) => [...verdicts, ...unjudged].some((other) => isSamePart(part, other))
  const kept = Object.entries({ ...before.replies, ...replies }).flatMap(([thread, reply]) =>
    reply === null ? [] : [[thread, reply] as const],
  )
  return {
    text,
    verdicts: [...before.verdicts.filter((verdict) => !isAnew(verdict)), ...verdicts],
    replies: Object.fromEntries(kept),
  }
}

/** What is left of it once a review has said the rest. Words and verdicts of another screen that were no part of it stay. */
export function afterSubmitting(before: UnsentReview, said: Pick<UnsentReview, 'text' | 'verdicts'>): UnsentReview {
  return {
    ...before,
    text: before.text.trim() === said.text.trim() ? '' : before.text,
    verdicts: before.verdicts.filter((verdict) => !said.verdicts.some((other) => isSamePart(verdict, other))),
  }
}

/** Whether two verdicts are about the same file, or hunk of it. */
export function isSamePart(one: Part, other: Part): boolean {
  return one.path === other.path && one.hunk === other.hunk
}
