import type { Side, Signals } from '../model/signals.ts'

/** One view on whether to open or to close a frame, in points from 0 to 100. */
export interface Heuristic<On extends Side> {
  readonly name: string
  readonly side: On
  /** What it looks at, in one plain sentence. */
  readonly about: string
  /** Whatever it returns is read as a whole number from 0 to 100. */
  readonly score: (signals: Signals[On]) => number
}

/** A heuristic of either side. */
export type AnyHeuristic = { [On in Side]: Heuristic<On> }[Side]

/** The score as it counts, so that no heuristic can outweigh the others: whole, 0..100, and 0 for what is no number. */
export function scoreOf<On extends Side>(heuristic: Heuristic<On>, signals: Signals[On]): number {
  const score = Math.round(heuristic.score(signals))
  return Number.isNaN(score) ? 0 : Math.min(100, Math.max(0, score))
}
