import { AXES } from '../policy/axes.ts'
import type { Policy } from '../policy/policy.ts'

/** A policy with its axes in the order of the trace, whatever order they were laid over each other in. */
export function inAxisOrder(policy: Policy): Policy {
  const names = [...AXES.map((axis) => axis.name), 'delegable'] as const
  return Object.fromEntries(names.map((name) => [name, policy[name]])) as unknown as Policy
}

/** A policy as the JSON document that can be given back to `decide`. */
export function policyText(policy: Policy): string {
  return JSON.stringify(inAxisOrder(policy), null, 2)
}
