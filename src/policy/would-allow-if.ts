import type { PolicyChange, TraceEntry } from '../model/decision.ts'
import type { Gate } from '../model/gate.ts'
import type { AxisName } from './axes.ts'
import type { Judge, Patch } from './axis.ts'
import { AXES_OF, type CompiledPolicy, compileAxis } from './compile.ts'
import type { Evidence } from './evidence.ts'
import { gatherAgain } from './gather.ts'
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
  const changes: Record<string, unknown> = {}
  for (const [index, axis] of AXES_OF[gate.kind].entries()) {
    const patch = axis.reads?.some((name) => Object.hasOwn(changes, name)) ? relaxAnew(axis) : relaxSeen(index)
    if (patch === null) return null
    Object.assign(changes, patch)
  }
  return Object.entries(changes).map(([axis, to]) => ({ axis, from: compiled.policy[axis as AxisName], to }))

  function relaxSeen(index: number): Patch | undefined {
    // Trace and judges stand in the order of the axes.
    const entry = seen.trace[index] as TraceEntry
    if (entry.outcome === 'pass') return undefined
    const judge = compiled.judges(gate.kind)[index] as Judge
    return judge.relax(gate, seen.evidence)
  }

  /** Asks an axis again under what was changed so far; undefined when the gate passes it now. */
  function relaxAnew(axis: AnyAxis): Patch | undefined {
    const policy = { ...compiled.policy, ...changes } as Policy
    const evidence = gatherAgain(policy, gate, seen.evidence)
    const judge = compileAxis(axis, policy)
    return judge.judge(gate, evidence).outcome === 'pass' ? undefined : judge.relax(gate, evidence)
  }
}
