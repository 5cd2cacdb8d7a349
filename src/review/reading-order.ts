import type { ReviewThread } from '../model/review-thread.ts'

/** Orders threads as somebody reads them: those on the whole, then file by file from the top down, and on one line the older first. */
export function readingOrder(one: ReviewThread, other: ReviewThread): number {
  const [a, b] = [whereOf(one), whereOf(other)]
  return compare(a.path, b.path) || compare(a.first, b.first) || compare(one.opened_at, other.opened_at)
}

function whereOf({ place, anchor }: ReviewThread): { readonly path: string; readonly first: number } {
  return place ?? anchor ?? { path: '', first: 0 }
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
