import type { Heuristic } from '../heuristic.ts'
import { type Band, pointsOver } from '../points-over.ts'

const DEFAULT_CONTEXT_LIMIT = 100_000
const USED_SHARE: readonly Band[] = [
  [0.5, 20],
  [0.7, 50],
  [0.8, 70],
  [0.9, 90],
]

/** The fuller the context, the more urgent it is to close the frame and keep a summary. */
export const contextOverflow: Heuristic<'pop'> = {
  name: 'context_overflow',
  side: 'pop',
  about: 'The context is nearly full.',
  score: ({ tokenCount = 0, contextLimit = DEFAULT_CONTEXT_LIMIT }) =>
    pointsOver(tokenCount / contextLimit, USED_SHARE),
}
