import type { PolicyChange, TraceEntry } from '../model/decision.ts'
import type { Gate } from '../model/gate.ts'
import type { AxisName } from './axes.ts'
import { AXES_OF, type CompiledPolicy, compileAxis } from './compile.ts'
import type { Evidence } from './evidence.ts'
import { compileGather } from './gather.ts'
import type { Policy } from './policy.ts'

/** What one decision saw. */
interface Seen {
  readonly trace: readonly TraceEntry[]
  readonly evidence: Evidence
}

/**
 * The least change of the policy that would let the gate pass, what that change trips included; null when none can.
 * One walk is enough, because an axis stands after those it reads.
 */
export function wouldAllowIf(compiled: CompiledPolicy, gate: Gate, seen: Seen): readonly PolicyChange[] | null {
  let policy = compiled.policy
  let regathered: Evidence | undefined
  const changed = new Set<string>()
  for (const [index, axis] of AXES_OF[gate.kind].entries()) {
    const isStale = 'reads' in axis && axis.reads?.some((name) => changed.has(name))
    const judge = isStale ? compileAxis(axis, policy) : compiled.judges[gate.kind][index]
    if (isStale) regathered ??= compileGather(policy, compiled.catalog)(gate)
    const evidence = isStale && regathered ? regathered : seen.evidence
    const outcome = isStale ? judge?.judge(gate, evidence).outcome : seen.trace[index]?.outcome
    if (outcome === 'pass') continue

    const patch = judge?.relax(gate, evidence) ?? null
    if (patch === null) return null
    policy = { ...policy, ...patch } as Policy
    regathered = undefined
    for (const name of Object.keys(patch)) changed.add(name)
  }
  return [...changed].map((name) => ({
    axis: name,
    from: compiled.policy[name as AxisName],
    to: policy[name as AxisName],
  }))
}
