import { AppError } from '../model/errors.ts'
import type { AnyHeuristic } from './heuristic.ts'
import { complexity } from './heuristics/complexity.ts'
import { contextOverflow } from './heuristics/context-overflow.ts'
import { contextSwitch } from './heuristics/context-switch.ts'
import { duration } from './heuristics/duration.ts'
import { failureBoundary } from './heuristics/failure-boundary.ts'
import { goalCompletion } from './heuristics/goal-completion.ts'
import { stagnation } from './heuristics/stagnation.ts'

/** Every heuristic of the product. The order matters: of equal scores the first is named as the reason. */
export const BUILT_IN_HEURISTICS: readonly AnyHeuristic[] = [
  failureBoundary,
  contextSwitch,
  complexity,
  duration,
  goalCompletion,
  stagnation,
  contextOverflow,
]

/** The built-in heuristics and the user's own after them. */
export function withOwnHeuristics(own: readonly AnyHeuristic[]): readonly AnyHeuristic[] {
  return own.reduce(addHeuristic, BUILT_IN_HEURISTICS)
}

/** One more heuristic. A taken name is refused, so that none is replaced unseen. */
export function addHeuristic(all: readonly AnyHeuristic[], own: AnyHeuristic): readonly AnyHeuristic[] {
  if (all.every((heuristic) => heuristic.name !== own.name)) return [...all, own]
  const message = `There is already a heuristic named "${own.name}"; choose another name.`
  throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/name' }])
}
