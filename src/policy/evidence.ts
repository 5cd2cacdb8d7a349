import type { Decision } from '../model/decision.ts'
import type { Recommendation } from '../model/recommendation.ts'
import type { RiskLevel } from '../model/risk.ts'
import type { Rule } from './rules/rule.ts'

/** How risky an action or tool call is, after hints, defaults and rules were read. */
export interface Risk {
  readonly irreversibility: RiskLevel
  readonly regret_potential: RiskLevel
  readonly amplifier: boolean
  /** A rule says that this call is harmless. */
  readonly vouched: boolean
}

/** What a step brought: all issues, what is tolerated of them, and the totals that follow. */
export interface StepReport {
  readonly issues: NonNullable<Decision['issues']>
  readonly collected: NonNullable<Decision['collected']>
  readonly totals: NonNullable<Decision['totals']>
  readonly truncated: boolean
}

/** What a gate shows under one policy, worked out once for all the axes that judge it. */
export interface Evidence {
  /** Tool gates: the most severe rule that matches. */
  readonly rule?: Rule | undefined
  /** Action and tool gates. */
  readonly risk?: Risk | undefined
  /** Step gates. */
  readonly step?: StepReport | undefined
  /** Push and pop gates. */
  readonly recommendation?: Recommendation | undefined
}
