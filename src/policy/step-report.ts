import type { GateOf } from '../model/gate.ts'
import type { Issue } from '../model/issue.ts'
import { reachedKinds } from './axes/limits.ts'
import type { StepReport } from './evidence.ts'
import { compileIssueWords } from './issues/issue-words.ts'
import { normaliseIssue } from './issues/normalise-issue.ts'
import { settingIn } from './phase-settings.ts'
import type { Policy } from './policy.ts'
import { tolerates } from './tolerate.ts'

/** A project's own words are read before a gate is decided, so that a decision follows from policy and gate alone. */
const builtInWords = compileIssueWords()

/** What a step brought, in words that the policy can judge. The same under every policy. */
export function issuesOf(gate: GateOf<'step'>): StepReport['issues'] {
  return { warnings: gate.warnings.map((raw) => normaliseIssue(raw, builtInWords)), errors: errorsOf(gate) }
}

/** What of a step's issues is tolerated, and what the run has collected with them. */
export function reportStep(policy: Policy, gate: GateOf<'step'>, issues: StepReport['issues']): StepReport {
  const warnings = settingIn(policy, gate.phase, 'warning_tolerance')
  const errors = settingIn(policy, gate.phase, 'error_tolerance')
  const tolerated = {
    warnings: issues.warnings.filter(({ severity }) => tolerates(warnings, severity)),
    errors: issues.errors.filter(({ severity }) => tolerates(errors, severity)),
  }
  const totals = {
    warnings: gate.totals.warnings + tolerated.warnings.length,
    errors: gate.totals.errors + tolerated.errors.length,
  }
  const truncated = policy.limits.on_limit_reached === 'truncate' && reachedKinds(policy.limits, totals).length > 0
  return { issues, collected: truncated ? cut(policy, gate, tolerated) : tolerated, totals, truncated }
}

/** A failure that names no error is the worst of news, not none. */
function errorsOf(gate: GateOf<'step'>): readonly Issue[] {
  if (gate.status === 'failure' && gate.errors.length === 0) return [SILENT_FAILURE]
  return gate.errors.map((raw) => normaliseIssue(raw, builtInWords))
}

const SILENT_FAILURE: Issue = { text: 'The step failed and named no error.', severity: 'high', category: 'other' }

/** Keeps what still has room under the limits. The totals go on counting. */
function cut(policy: Policy, gate: GateOf<'step'>, tolerated: StepReport['collected']): StepReport['collected'] {
  return {
    warnings: tolerated.warnings.slice(0, Math.max(0, policy.limits.max_total_warnings - gate.totals.warnings)),
    errors: tolerated.errors.slice(0, Math.max(0, policy.limits.max_total_errors - gate.totals.errors)),
  }
}
