import type { Heuristic } from '../heuristic.ts'
import { type Band, pointsOver } from '../points-over.ts'

const MESSAGES: readonly Band[] = [
  [5, 10],
  [10, 25],
  [20, 40],
]
const FILES: readonly Band[] = [
  [2, 15],
  [5, 30],
]

/** Many messages and many changed files mean work that is better kept apart. */
export const complexity: Heuristic<'push'> = {
  name: 'complexity',
  side: 'push',
  about: 'The work took many messages or touched many files.',
  score: ({ recentMessages = 0, recentFileChanges }) =>
    pointsOver(recentMessages, MESSAGES) + pointsOver(recentFileChanges?.length ?? 0, FILES),
}
