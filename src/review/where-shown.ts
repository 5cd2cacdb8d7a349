import type { Anchor } from '../model/anchor.ts'
import type { Place, ReviewThread } from '../model/review-thread.ts'

type Side = Anchor['side']

/** A changed file, as far as it tells where comments on it belong. */
interface Changed {
  readonly path: string
  readonly old: { readonly path: string } | null
  readonly new: { readonly path: string } | null
}

/** Which rounds are on the screen. */
export interface ShownRounds {
  readonly round: number
  /** The round that it is compared with, instead of the base. */
  readonly since?: number | undefined
  readonly newest: number
}

/** The path of a file on one side. */
export function pathOn(file: Changed, side: Side): string {
  return (side === 'old' ? file.old?.path : file.new?.path) ?? file.path
}

/** Which lines a thread belongs to in the round that is on the screen; null where they are not in it. */
export function whereShown(
  { anchor, place, round }: Pick<ReviewThread, 'anchor' | 'place' | 'round'>,
  shown: ShownRounds,
): (Place & { readonly side: Side }) | null {
  if (anchor === null || isForeign(anchor.side, shown)) return null
  const { side, path, first, last } = anchor
  if (shown.round === shown.newest && place !== null) return { ...place, side }
  if (shown.round !== shown.newest && round === shown.round) return { side, path, first, last }
  // Between two rounds, what was is the earlier of them: what was new in it is the old side here.
  return round === shown.since ? { side: 'old', path, first, last } : null
}

/** Between two rounds, lines of the base are not among those that are shown, whatever their numbers. */
export function isForeign(side: Side, { since }: Pick<ShownRounds, 'since'>): boolean {
  return side === 'old' && since !== undefined
}

/** The file of a thread, as long as one of that name is among those that changed. */
export function fileOf<File extends Changed>(
  files: readonly File[],
  { anchor, place }: Pick<ReviewThread, 'anchor' | 'place'>,
): File | undefined {
  if (anchor === null) return undefined
  const path = place?.path ?? anchor.path
  return files.find((file) => pathOn(file, anchor.side) === path) ?? files.find((file) => file.path === path)
}
