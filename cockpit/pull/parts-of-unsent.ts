import type { Draft, FileVerdict } from '../../src/model/review-thread.ts'
import type { Reply, UnsentReview } from '../../src/model/unsent-review.ts'

/** What somebody has written about a pull request and not submitted yet: comments, and all that a review has beside them. */
export interface Unsent extends UnsentReview {
  readonly drafts: readonly Draft[]
}

/** One thing that is written by itself: the words on the whole, a draft, a verdict, or words for a thread. */
export type Part =
  | { readonly is: 'text'; readonly value: string }
  | { readonly is: 'draft'; readonly value: Draft }
  | { readonly is: 'verdict'; readonly value: FileVerdict }
  | { readonly is: 'reply'; readonly thread: string; readonly value: Reply }

/** What somebody has written, part by part, under names that are the same on every page. */
export function partsOf({
  text,
  drafts = [],
  verdicts = [],
  replies = {},
}: Partial<Unsent>): ReadonlyMap<string, Part> {
  const words = text === undefined ? [] : [['text', { is: 'text', value: text }] as const]
  return new Map<string, Part>([
    ...words,
    ...drafts.map((value) => [`draft ${value.id}`, { is: 'draft', value }] as const),
    ...verdicts.map((value) => [`verdict ${value.path} ${value.hunk ?? ''}`, { is: 'verdict', value }] as const),
    ...Object.entries(replies).map(([thread, value]) => [`reply ${thread}`, { is: 'reply', thread, value }] as const),
  ])
}

/** The same put together again. */
export function unsentOf(parts: Iterable<Part>): Unsent {
  const all = [...parts]
  return {
    text: all.find((part) => part.is === 'text')?.value ?? '',
    drafts: all.flatMap((part) => (part.is === 'draft' ? [part.value] : [])),
    verdicts: all.flatMap((part) => (part.is === 'verdict' ? [part.value] : [])),
    replies: Object.fromEntries(all.flatMap((part) => (part.is === 'reply' ? [[part.thread, part.value]] : []))),
  }
}
