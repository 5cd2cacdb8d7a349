import { type Issue, SEVERITIES, type Severity } from '../model/issue.ts'
import { TOLERANCES, type Tolerance } from '../model/run.ts'

/** True when an issue of this severity is within the tolerance. A word that is no severity never is. */
export function tolerates(tolerance: Tolerance, severity: Severity): boolean {
  const rank = SEVERITIES.indexOf(severity)
  // `none` stands before `low` among the tolerances, hence the step between the two scales.
  return rank >= 0 && rank < TOLERANCES.indexOf(tolerance)
}

/** The first of the worst issues, or undefined when there is none. */
export function worstOf(issues: readonly Issue[]): Issue | undefined {
  return issues.reduce<Issue | undefined>(
    (worst, issue) => (worst && !isWorse(issue, worst) ? worst : issue),
    undefined,
  )
}

function isWorse(issue: Issue, than: Issue): boolean {
  return SEVERITIES.indexOf(issue.severity) > SEVERITIES.indexOf(than.severity)
}
