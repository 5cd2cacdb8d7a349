import type { Outcome } from '../model/decision.ts'
import type { GateOf } from '../model/gate.ts'
import type { Severity } from '../model/issue.ts'
import type { Judge } from './axis.ts'
import { changeSetting, type RunSettings, settingIn } from './phase-settings.ts'
import { tolerates, worstOf } from './tolerate.ts'

interface Tolerated {
  readonly axis: 'warning_tolerance' | 'error_tolerance'
  /** Which issues of a step it is about. */
  readonly issues: 'warnings' | 'errors'
  /** What an intolerable one leads to. */
  readonly outcome: (gate: GateOf<'step'>) => Outcome
  /** All are fine, in words, and one that is not. */
  readonly fine: string
  readonly name: (severity: Severity) => string
}

/** Judges the worst issue of a step against what its phase tolerates. */
export function judgeTolerance({ axis, issues, outcome, fine, name }: Tolerated, run: RunSettings): Judge<'step'> {
  return {
    judge: (gate, { step }) => {
      const limit = settingIn(run, gate.phase, axis)
      const worst = worstOf(step.issues[issues])
      if (worst === undefined) return { axis, outcome: 'pass', observed: 'none', limit, because: fine }
      const observed = worst.severity
      if (tolerates(limit, observed)) return { axis, outcome: 'pass', observed, limit, because: fine }
      return {
        axis,
        outcome: outcome(gate),
        observed,
        limit,
        because: `${name(observed)} is above the tolerance ${limit}`,
      }
    },
    relax: (gate, { step }) => {
      const to = worstOf(step.issues[issues])?.severity ?? 'none'
      return changeSetting(run, gate.phase, { name: axis, to })
    },
  }
}
