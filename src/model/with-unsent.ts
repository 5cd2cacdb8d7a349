import type { UnsentChange, UnsentReview } from './unsent-review.ts'

/** What there is before anybody has begun anything. */
export const NOTHING_UNSENT: UnsentReview = { text: '', verdicts: [], replies: {} }

type Part = Pick<UnsentReview['verdicts'][number], 'path' | 'hunk'>

/** Puts what is new among what somebody has begun: of each part and each thread the last word counts. */
export function withUnsent(
  before: UnsentReview,
  { text = before.text, verdicts = [], unjudged = [], replies = {} }: UnsentChange,
): UnsentReview {
  const judged = new Map(verdicts.map((verdict) => [partKey(verdict), verdict]))
  const gone = partsAmong(unjudged)
  const isAnew = (key: string) => judged.has(key) || gone.has(key)
  const kept = Object.entries({ ...before.replies, ...replies }).flatMap(([thread, reply]) =>
    reply === null ? [] : [[thread, reply] as const],
  )
  return {
    text,
    verdicts: [...before.verdicts.filter((verdict) => !isAnew(partKey(verdict))), ...judged.values()],
    replies: Object.fromEntries(kept),
  }
}

/** What is left of it once a review has said the rest. Words and verdicts of another screen that were no part of it stay. */
export function afterSubmitting(before: UnsentReview, said: Pick<UnsentReview, 'text' | 'verdicts'>): UnsentReview {
  const judged = partsAmong(said.verdicts)
  return {
    ...before,
    text: before.text.trim() === said.text.trim() ? '' : before.text,
    verdicts: before.verdicts.filter((verdict) => !judged.has(partKey(verdict))),
  }
}

/** The same for two verdicts about the same file, or hunk of it. */
export function partKey({ path, hunk }: Part): string {
  return JSON.stringify([path, hunk])
}

function partsAmong(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(parts.map(partKey))
}
