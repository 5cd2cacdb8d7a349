import type { SuggestedStatus } from '../model/recommendation.ts'
import type { PopSignals } from '../model/signals.ts'

/** How the frame would end if it were closed now. A heuristic that is not enabled has no score and says nothing. */
export function suggestedStatus(signals: PopSignals, scores: Readonly<Record<string, number>>): SuggestedStatus {
  const { noProgressTurns = 0, failureSignals = [], successSignals = [] } = signals
  const { stagnation = 0, goal_completion = 0 } = scores

  if (stagnation > 60) return failureSignals.length > successSignals.length ? 'failed' : 'blocked'
  if (goal_completion > 60) return 'completed'
  if (noProgressTurns > 5) return 'blocked'
  return failureSignals.length > 3 ? 'failed' : 'completed'
}
