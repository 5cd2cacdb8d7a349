import { GATE_KINDS, type Gate, type GateKind } from '../model/gate.ts'
import { AXES } from './axes.ts'
import type { Judge } from './axis.ts'
import type { Catalog } from './catalog.ts'
import { deepFreeze } from './deep-freeze.ts'
import type { Evidence } from './evidence.ts'
import { compileGather } from './gather.ts'
import { digestOf, type Policy } from './policy.ts'

type Axis = (typeof AXES)[number]

/** A policy made ready once, to decide many gates. */
export interface CompiledPolicy {
  readonly policy: Policy
  readonly digest: string
  readonly catalog: Catalog
  readonly gather: (gate: Gate) => Evidence
  /** The judges of the axes that judge a kind of gate, in the order of the axes. */
  readonly judges: (kind: GateKind) => readonly Judge[]
}

/** The axes that judge each kind of gate, in the order of the axes. */
export const AXES_OF = byKind((kind) => AXES.filter((axis) => (axis.judges as readonly GateKind[]).includes(kind)))

/**
 * Makes a policy ready to decide, and freezes it: decisions hand out parts of it as their limits, and whoever writes into one
 * must not change what is decided next. Axes are compiled when a gate first wants them, because many policies see few kinds.
 */
export function compilePolicy(policy: Policy, catalog: Catalog): CompiledPolicy {
  deepFreeze(policy)
  const made: Partial<Record<GateKind, readonly Judge[]>> = {}
  const judges = (kind: GateKind) => (made[kind] ??= AXES_OF[kind].map((axis) => compileAxis(axis, policy)))
  return { policy, digest: digestOf(policy), catalog, gather: compileGather(policy, catalog), judges }
}

/** One axis of a policy, ready to judge. Only for axes that judge some kind of gate: the others have nothing to compile. */
export function compileAxis(axis: Axis, policy: Policy): Judge {
  // The value is this axis's own, which the union of all axes cannot say.
  const compile = axis.compile as (value: unknown, run: Policy) => Judge
  return compile(policy[axis.name], policy)
}

function byKind<Value>(value: (kind: GateKind) => Value): Readonly<Record<GateKind, Value>> {
  return Object.fromEntries(GATE_KINDS.map((kind) => [kind, value(kind)])) as Record<GateKind, Value>
}
