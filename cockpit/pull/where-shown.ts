import type { ReviewThread } from '../../src/model/review-thread.ts'
import type { Range } from './anchor-of.ts'
import { pathOn, type ShownFile } from './row.ts'

/** Which lines a thread belongs to in the round that is on the screen; null where they are not in it. */
export function whereShown(
  { anchor, place, round }: Pick<ReviewThread, 'anchor' | 'place' | 'round'>,
  shown: number,
  newest: number,
): (Range & { readonly path: string }) | null {
  if (anchor === null) return null
  if (shown === newest) return place === null ? null : { ...place, side: anchor.side }
  return round === shown ? { path: anchor.path, side: anchor.side, first: anchor.first, last: anchor.last } : null
}

/** The file of a thread, as long as one of that name is among those that changed. */
export function fileOf(files: readonly ShownFile[], { anchor, place }: ReviewThread): ShownFile | undefined {
  if (anchor === null) return undefined
  const path = place?.path ?? anchor.path
  return files.find((file) => pathOn(file, anchor.side) === path) ?? files.find((file) => file.path === path)
}
