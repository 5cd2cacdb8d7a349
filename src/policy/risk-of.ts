import type { GateOf, ToolAnnotations } from '../model/gate.ts'
import type { Risk } from './evidence.ts'

const HARMLESS: Risk = { irreversibility: 'low', regret_potential: 'low', amplifier: false }

/** The risk of an action as the agent states it; what it does not state counts as high. */
export function riskOfAction({ action }: GateOf<'action'>): Risk {
  return {
    irreversibility: action.irreversibility ?? 'unsaid',
    regret_potential: action.regret_potential ?? 'unsaid',
    amplifier: action.risk_amplifier ?? false,
  }
}

/** The risk of a tool call: a rule that vouches for it speaks louder than the hints of the tool's maker. */
export function riskOfTool(gate: GateOf<'tool'>, vouched: boolean): Risk {
  return vouched ? HARMLESS : hinted(gate.annotations)
}

/** What MCP's hints say, where a hint that is not given counts as the worse case. */
function hinted(hints: ToolAnnotations): Risk {
  if (hints.readOnlyHint === true) return HARMLESS
  return {
    irreversibility: hints.destructiveHint === undefined ? 'unsaid' : hints.destructiveHint ? 'high' : 'low',
    regret_potential: hints.idempotentHint === true ? 'low' : 'medium',
    amplifier: hints.openWorldHint ?? 'unsaid',
  }
}
