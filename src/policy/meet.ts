import { AXES, type AxisName, type AxisValues } from './axes.ts'
import type { Sides } from './axis.ts'
import type { Policy } from './policy.ts'

/** The most that a policy hands on, as a complete policy. */
export function delegableOf(policy: Policy): Policy {
  return { ...policy, ...policy.delegable, delegable: {} }
}

/** The loosest policy that is on every axis as strict as both. */
export function meet(a: Policy, b: Policy): Policy {
  const named = new Set([...Object.keys(a.delegable), ...Object.keys(b.delegable)])
  const handedOn = named.size === 0 ? {} : pick(meetAxes(delegableOf(a), delegableOf(b)), named)
  return { ...meetAxes(a, b), delegable: handedOn }
}

/** What really holds for a job: its own policy, no freer than what any of its ancestors may hand on. */
export function effectivePolicy(own: Policy, ancestors: readonly Policy[]): Policy {
  return ancestors.reduce((policy, ancestor) => meet(policy, delegableOf(ancestor)), own)
}

function meetAxes(a: AxisValues, b: AxisValues): AxisValues {
  return Object.fromEntries(AXES.map((axis) => [axis.name, meetOn(axis, a, b)])) as unknown as AxisValues
}

function meetOn(axis: (typeof AXES)[number], a: AxisValues, b: AxisValues): unknown {
  // Both values are of this axis, which the union of all axes cannot say.
  const stricter = axis.meet as (a: unknown, b: unknown, sides: Sides) => unknown
  return stricter(a[axis.name], b[axis.name], { a, b })
}

function pick(values: AxisValues, names: ReadonlySet<string>): Partial<AxisValues> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name as AxisName)))
}
