import type { Decision } from '../model/decision.ts'
import type { GateKind } from '../model/gate.ts'
import type { Recommendation } from '../model/recommendation.ts'
import type { RiskLevel } from '../model/risk.ts'
import type { Rule } from './rules/rule.ts'

/** How risky an action or tool call is, after hints and rules were read. What nobody said counts as the worst. */
export interface Risk {
  readonly irreversibility: RiskLevel | 'unsaid'
  readonly regret_potential: RiskLevel | 'unsaid'
  readonly amplifier: boolean | 'unsaid'
}

/** What a step brought: all issues, what is tolerated of them, and the totals that follow. */
export interface StepReport {
  readonly issues: NonNullable<Decision['issues']>
  readonly collected: NonNullable<Decision['collected']>
  readonly totals: NonNullable<Decision['totals']>
  readonly truncated: boolean
}

interface RiskEvidence {
  readonly risk: Risk
}

/** A tool call also shows the most severe rule that matches it. */
interface ToolEvidence extends RiskEvidence {
  readonly rule: Rule | undefined
}

interface StepEvidence {
  readonly step: StepReport
}

interface FrameEvidence {
  readonly recommendation: Recommendation
}

interface ByKind {
  readonly tool: ToolEvidence
  readonly action: RiskEvidence
  readonly step: StepEvidence
  readonly push: FrameEvidence
  readonly pop: FrameEvidence
}

/** What a gate of this kind shows under one policy, worked out once for all the axes that judge it. */
export type EvidenceOf<Kind extends GateKind> = Kind extends keyof ByKind
  ? ByKind[Kind]
  : Readonly<Record<never, never>>

/** What a gate of any kind shows. */
export type Evidence = EvidenceOf<GateKind>
