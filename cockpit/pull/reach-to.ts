import type { Draft } from '../../src/model/review-thread.ts'
import { suggesting } from '../../src/review/suggesting.ts'
import { pathOn } from '../../src/review/where-shown.ts'
import { anchorOf } from './anchor-of.ts'
import type { ShownFile, Side } from './row.ts'
import { changesNothing } from './unsent.ts'

/** A line that somebody has chosen, among those of its side that are known. */
export interface ChosenLine {
  readonly file: ShownFile
  readonly side: Side
  readonly line: number
  /** The end of the block that begins there, where one is chosen. */
  readonly last?: number
  readonly lines: ReadonlyMap<number, string>
}

/** The same comment on all lines from its own to another one; null where that is of another file or side, or not all between them is known. */
export function reachTo(draft: Draft, { file, side, line, last, lines }: ChosenLine): Draft | null {
  const { anchor, suggestion } = draft
  if (anchor === null || anchor.side !== side || anchor.path !== pathOn(file, side)) return null
  const ends = { first: Math.min(anchor.first, line), last: Math.max(anchor.last, last ?? line) }
  const range = { side, kind: last === undefined ? ('lines' as const) : ('block' as const), ...ends }
  const reached = anchorOf(file, range, lines)
  if (reached.last !== range.last) return null
  // Other lines that were written already are still what should stand there.
  const isTakenUp = suggestion !== null && changesNothing(draft)
  return { ...draft, anchor: reached, suggestion: isTakenUp ? suggesting(reached.quote) : suggestion }
}
