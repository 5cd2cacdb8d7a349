import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'
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

/** The built-in heuristics and the user's own after them. A taken name is refused, so that none is replaced unseen. */
export function withOwnHeuristics(own: readonly AnyHeuristic[]): readonly AnyHeuristic[] {
  const taken = new Set(BUILT_IN_HEURISTICS.map((heuristic) => heuristic.name))
  for (const [index, { name }] of own.entries()) {
    if (taken.has(name)) throw nameTaken(name, index)
    taken.add(name)
  }
  return [...BUILT_IN_HEURISTICS, ...own]
}

function nameTaken(name: string, index: number): AppError {
  const message = `There is already a heuristic named ${quote(name)}; choose another name.`
  return new AppError('invalid_input', [{ code: 'invalid_value', message, path: `/${index}/name` }])
}
