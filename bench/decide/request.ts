import type { GateOf } from '../../src/model/gate.ts'
import { ACCURACY_LEVELS, COMPUTE_LEVELS, PRIVACY_LEVELS, RISK_LEVELS } from '../../src/model/risk.ts'
import { riskOfTool } from '../../src/policy/risk-of.ts'
import { TOOL_POLICY } from './policy.ts'

/**
 * A tool call as a general policy engine wants it: flat, hints already read, words as ranks. Making it is not timed,
 * so peers are spared what our own function does for every gate.
 */
export interface CallRequest {
  readonly type: string
  readonly tool: string
  readonly argument: string
  readonly irreversibility: number
  readonly regret: number
  readonly amplifier: boolean
  readonly cents: number
  readonly privacy: number
  readonly accuracy: number
  readonly compute: number
  readonly context: string
  readonly spent: number
}

/** Flattens a gate for peers. */
export function toRequest(gate: GateOf<'tool'>): CallRequest {
  const risk = riskOfTool(gate, false)
  const profile = gate.risk_profile ?? {}
  return {
    type: 'tool_call',
    tool: gate.tool,
    argument: String(gate.args['command'] ?? gate.args['path'] ?? ''),
    irreversibility: rankOf(risk.irreversibility),
    regret: rankOf(risk.regret_potential),
    amplifier: risk.amplifier === true,
    cents: profile.financial_cents ?? 0,
    privacy: PRIVACY_LEVELS.indexOf(profile.privacy ?? 'none'),
    accuracy: ACCURACY_LEVELS.indexOf(profile.accuracy ?? 'low_stakes'),
    compute: COMPUTE_LEVELS.indexOf(profile.compute ?? 'instant'),
    context: gate.context ?? '',
    spent: gate.spent_usd ?? 0,
  }
}

/** What nobody says counts as high, as everywhere. */
function rankOf(level: ReturnType<typeof riskOfTool>['irreversibility']): number {
  return RISK_LEVELS.indexOf(level === 'unsaid' ? 'high' : level)
}

const { risk_tolerance: tolerance } = TOOL_POLICY

/** The limits of the policy in the same ranks. */
export const LIMITS = {
  heldTypes: TOOL_POLICY.checkpoint_types,
  irreversibility: RISK_LEVELS.indexOf(TOOL_POLICY.irreversibility_threshold),
  regret: RISK_LEVELS.indexOf(TOOL_POLICY.regret_potential_threshold),
  cents: tolerance.financial_cents,
  privacy: PRIVACY_LEVELS.indexOf(tolerance.privacy),
  accuracy: ACCURACY_LEVELS.indexOf(tolerance.accuracy),
  compute: COMPUTE_LEVELS.indexOf(tolerance.compute),
  contexts: TOOL_POLICY.allowed_invocation_contexts,
  budget: TOOL_POLICY.budget_usd,
} as const
