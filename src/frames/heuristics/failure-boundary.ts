import type { Heuristic } from '../heuristic.ts'
import { isStated } from '../is-stated.ts'

/** Errors and a goal of its own make a piece of work that can be retried alone. */
export const failureBoundary: Heuristic<'push'> = {
  name: 'failure_boundary',
  side: 'push',
  about: 'The work is a unit of its own that could fail and be tried again.',
  score: ({ errorCount = 0, potentialGoal, currentGoal }) => {
    const distinctGoal = isStated(potentialGoal) && potentialGoal !== currentGoal
    return Math.min(50, 15 * errorCount) + (distinctGoal ? 30 : 0)
  },
}
