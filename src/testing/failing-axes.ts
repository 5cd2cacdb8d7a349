import type { TraceEntry } from '../model/decision.ts'
import type { GateInput } from '../model/gate.ts'
import { decideUnder } from './catalog.ts'

/** The axes that do not let a gate pass, in the order of the trace. */
export function failingAxes(policy: unknown, gate: GateInput): readonly string[] {
  return decideUnder(policy, gate)
    .trace.filter((entry) => entry.outcome !== 'pass')
    .map((entry) => entry.axis)
}

/** What one axis says of a gate; an error when the axis does not judge it. */
export function entryOf(axis: string, policy: unknown, gate: GateInput): TraceEntry {
  const entry = decideUnder(policy, gate).trace.find((one) => one.axis === axis)
  if (entry === undefined) throw new Error(`${axis} does not judge a ${gate.kind} gate`)
  return entry
}
