import type { Heuristic } from '../heuristic.ts'
import { type Band, pointsOver } from '../points-over.ts'

const IDLE_TURNS: readonly Band[] = [
  [1, 20],
  [3, 40],
  [5, 70],
]
const FAILURES: readonly Band[] = [
  [1, 20],
  [3, 40],
]

/** Turns without progress and repeated failures: the frame goes nowhere. */
export const stagnation: Heuristic<'pop'> = {
  name: 'stagnation',
  side: 'pop',
  about: 'Turns pass without progress, or failures repeat.',
  score: ({ noProgressTurns = 0, failureSignals }) =>
    pointsOver(noProgressTurns, IDLE_TURNS) + pointsOver(failureSignals?.length ?? 0, FAILURES),
}
