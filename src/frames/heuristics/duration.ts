import type { Heuristic } from '../heuristic.ts'
import { type Band, pointsOver } from '../points-over.ts'

const TOKENS: readonly Band[] = [
  [5_000, 15],
  [15_000, 30],
  [30_000, 50],
  [50_000, 70],
]

/** Tokens stand for time spent: the longer a frame runs, the more there is to set apart. */
export const duration: Heuristic<'push'> = {
  name: 'duration',
  side: 'push',
  about: 'The frame has used many tokens.',
  score: ({ tokenCount = 0 }) => pointsOver(tokenCount, TOKENS),
}
