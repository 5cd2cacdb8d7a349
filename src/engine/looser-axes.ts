import { type Comparison, compare } from '../policy/compare.ts'
import { delegableOf } from '../policy/meet.ts'
import type { Policy } from '../policy/policy.ts'

/** Where `after` is looser than `before`: compared as it is and as it is handed on. */
export function looserAxes(before: Policy, after: Policy): Comparison['violations'] {
  const own = compare({ ...before, delegable: {} }, { ...after, delegable: {} }).violations
  const handedOn = compare(delegableOf(before), delegableOf(after)).violations
  return [...new Set([...own, ...handedOn])]
}
