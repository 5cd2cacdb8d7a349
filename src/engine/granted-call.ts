import type { Gate, GateOf } from '../model/gate.ts'
import { hashOf } from './content-hash.ts'

type Acting = GateOf<'tool' | 'action'>

/**
 * Names what a grant permits once more: the very content, with all that the agent said of it and a person saw and judged. A refusal goes by
 * less (`fingerprintOf`), because other words about the same call must not shake it off. What was spent so far is of the moment.
 */
export function grantedCall(gate: Acting, contentHash: string): string {
  const said = gate.kind === 'tool' ? { annotations: gate.annotations } : { tier: gate.tier }
  const evidence = { ...said, risk_profile: gate.risk_profile, context: gate.context }
  const isSaid = Object.values(evidence).some((value) => Object.keys(value ?? {}).length > 0)
  return isSaid ? hashOf([contentHash, evidence]) : contentHash
}

/** How sure the agent is of an action; null where it can't be read, undefined where nobody says it. */
export function confidenceIn(gate: Gate): number | null | undefined {
  return gate.kind === 'action' ? gate.confidence : undefined
}
