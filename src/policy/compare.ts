import { AXES, type AxisName, type AxisValues } from './axes.ts'
import type { Sides } from './axis.ts'
import { delegableOf } from './meet.ts'
import { type Order, together } from './order.ts'
import type { Policy } from './policy.ts'

/** How a child's policy stands to what its parent may hand on. */
export interface Comparison {
  /** True when no axis is looser. */
  readonly legal: boolean
  readonly violations: readonly (AxisName | 'delegable')[]
  readonly axes: Readonly<Record<AxisName | 'delegable', Order>>
}

/** Compares a child, axis by axis, with the most that its parent may hand on. */
export function compare(parent: Policy, child: Policy): Comparison {
  const most = delegableOf(parent)
  const own = AXES.map((axis) => [axis.name, compareOn(axis, child, most)] as const)
  const named = AXES.filter((axis) => axis.name in child.delegable)
  const handedOn = together(named.map((axis) => compareOn(axis, delegableOf(child), most)))
  const axes = Object.fromEntries([...own, ['delegable', handedOn]]) as Comparison['axes']
  const violations = (Object.keys(axes) as (AxisName | 'delegable')[]).filter((name) => axes[name] === 'looser')
  return { legal: violations.length === 0, violations, axes }
}

function compareOn(axis: (typeof AXES)[number], child: AxisValues, parent: AxisValues): Order {
  // Both values are of this axis, which the union of all axes cannot say.
  const order = axis.compare as (child: unknown, parent: unknown, sides: Sides) => Order
  return order(child[axis.name], parent[axis.name], { a: child, b: parent })
}
