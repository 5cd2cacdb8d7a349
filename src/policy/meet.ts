import { AXES, type AxisValues } from './axes.ts'
import type { Sides } from './axis.ts'
import type { Policy } from './policy.ts'

/** The most that a policy hands on, as a complete policy. */
export function delegableOf(policy: Policy): Policy {
  return { ...policy, ...policy.delegable, delegable: {} }
}

/** The loosest policy that is on every axis as strict as both. */
export function meet(a: Policy, b: Policy): Policy {
  const named = [...Object.keys(a.delegable), ...Object.keys(b.delegable)]
  const handedOn = named.length === 0 ? {} : pick(meetAxes(delegableOf(a), delegableOf(b)), named)
  return { ...meetAxes(a, b), delegable: handedOn }
}

/** What really holds for a job: its own policy, no freer than what any of its ancestors may hand on. */
export function effectivePolicy(own: Policy, ancestors: readonly Policy[]): Policy {
  return ancestors.reduce((policy, ancestor) => boundBy(policy, delegableOf(ancestor)), own)
}

/** A policy made as strict as a bound. What is free to choose stays as the policy chose it. */
export function boundBy(policy: Policy, bound: Policy): Policy {
  const both = meet(policy, bound)
  const chosen = keepChoices(both, policy)
  return {
    ...both,
    ...chosen,
    delegable: pick(keepChoices(delegableOf(both), delegableOf(policy)), Object.keys(both.delegable)),
  }
}

function keepChoices(stricter: AxisValues, own: AxisValues): AxisValues {
  const kept = AXES.map((axis) => {
    const keep = axis.keepChoice as ((stricter: unknown, own: unknown) => unknown) | undefined
    return [axis.name, keep === undefined ? stricter[axis.name] : keep(stricter[axis.name], own[axis.name])]
  })
  return Object.fromEntries(kept) as AxisValues
}

function meetAxes(a: AxisValues, b: AxisValues): AxisValues {
  return Object.fromEntries(AXES.map((axis) => [axis.name, meetOn(axis, a, b)])) as unknown as AxisValues
}

function meetOn(axis: (typeof AXES)[number], a: AxisValues, b: AxisValues): unknown {
  // Both values are of this axis, which the union of all axes cannot say.
  const stricter = axis.meet as (a: unknown, b: unknown, sides: Sides) => unknown
  return stricter(a[axis.name], b[axis.name], { a, b })
}

function pick(values: AxisValues, names: readonly string[]): Partial<AxisValues> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}
