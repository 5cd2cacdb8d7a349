import type { PolicyChange, TraceEntry } from '../model/decision.ts'
import type { Gate } from '../model/gate.ts'
import type { AxisName } from './axes.ts'
import type { Patch } from './axis.ts'
import { AXES_OF, type CompiledPolicy, compileAxis } from './compile.ts'
import type { Evidence } from './evidence.ts'
import { compileGather } from './gather.ts'
import type { Policy } from './policy.ts'

/** What one decision saw. */
interface Seen {
  readonly trace: readonly TraceEntry[]
  readonly evidence: Evidence
}

type AnyAxis = (typeof AXES_OF)[Gate['kind']][number]

/**
 * The least change of the policy that would let the gate pass, what that change trips included; null when none can.
 * One walk is enough, because an axis stands after those it reads.
 */
export function wouldAllowIf(compiled: CompiledPolicy, gate: Gate, seen: Seen): readonly PolicyChange[] | null {
  let policy = compiled.policy
  let relaxAnew = relaxUnder(policy, gate, compiled)
  const changed = new Set<string>()
  for (const [index, axis] of AXES_OF[gate.kind].entries()) {
    const patch = axis.reads?.some((name) => changed.has(name)) ? relaxAnew(axis, index) : relaxSeen(index)
    if (patch === null) return null
    if (patch === undefined) continue
    policy = { ...policy, ...patch } as Policy
    relaxAnew = relaxUnder(policy, gate, compiled)
    for (const name of Object.keys(patch)) changed.add(name)
  }
  return [...changed].map((name) => ({
    axis: name,
    from: compiled.policy[name as AxisName],
    to: policy[name as AxisName],
  }))

  function relaxSeen(index: number): Patch | undefined {
    if (seen.trace[index]?.outcome === 'pass') return undefined
    return compiled.judges[gate.kind][index]?.relax(gate, seen.evidence)
  }
}

/** Asks an axis again under a changed policy; undefined when the gate passes it. Gathers once for all axes. */
function relaxUnder(policy: Policy, gate: Gate, compiled: CompiledPolicy) {
  let evidence: Evidence | undefined
  return (axis: AnyAxis, index: number): Patch | undefined => {
    evidence ??= compileGather(policy, compiled.catalog)(gate)
    const judge = judgesAlike(axis, policy, compiled.policy)
      ? compiled.judges[gate.kind][index]
      : compileAxis(axis, policy)
    return judge?.judge(gate, evidence).outcome === 'pass' ? undefined : judge?.relax(gate, evidence)
  }
}

/** A judge is made of its axis's value and the settings of the run; all else reaches it through the evidence. */
function judgesAlike(axis: AnyAxis, a: Policy, b: Policy): boolean {
  return MADE_OF.every((name) => a[name] === b[name]) && a[axis.name] === b[axis.name]
}

const MADE_OF = ['overrides', 'check_in_frequency', 'warning_tolerance', 'error_tolerance'] as const
