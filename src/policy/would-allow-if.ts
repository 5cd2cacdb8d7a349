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
    const patch = axis.reads?.some((name) => changed.has(name)) ? relaxAnew(axis) : relaxSeen(index)
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
function relaxUnder(policy: Policy, gate: Gate, { catalog }: CompiledPolicy): (axis: AnyAxis) => Patch | undefined {
  let evidence: Evidence | undefined
  return (axis) => {
    evidence ??= compileGather(policy, catalog)(gate)
    const judge = compileAxis(axis, policy)
    return judge?.judge(gate, evidence).outcome === 'pass' ? undefined : judge?.relax(gate, evidence)
  }
}
