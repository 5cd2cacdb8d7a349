import type { Heuristic } from '../heuristic.ts'
import { isStated } from '../is-stated.ts'
import { keywords } from '../keywords.ts'
import { type Band, pointsOver } from '../points-over.ts'

const FILES: readonly Band[] = [
  [1, 10],
  [3, 20],
]

/** The less the next goal shares with the current one, and the more files change, the more it is other work. */
export const contextSwitch: Heuristic<'push'> = {
  name: 'context_switch',
  side: 'push',
  about: 'The next goal has little in common with the current one, or the work spreads over files.',
  score: ({ potentialGoal, currentGoal, recentFileChanges }) => {
    const bothGoals = isStated(potentialGoal) && isStated(currentGoal)
    return (bothGoals ? distance(currentGoal, potentialGoal) : 0) + pointsOver(recentFileChanges?.length ?? 0, FILES)
  },
}

function distance(currentGoal: string, potentialGoal: string): number {
  const current = keywords(currentGoal)
  if (current.size === 0) return 60 // nothing can be shared, hence all of it is new

  const overlap = current.intersection(keywords(potentialGoal)).size
  return Math.round((1 - overlap / current.size) * 60)
}
