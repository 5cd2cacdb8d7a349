import type { TraceEntry } from '../model/decision.ts'
import type { GateOf } from '../model/gate.ts'
import { SEVERITIES, type Severity } from '../model/issue.ts'
import { TOLERANCES, type Tolerance } from '../model/run.ts'
import { OUTCOMES, type Outcome } from '../model/verdict.ts'
import type { Judge } from './axis.ts'
import type { StepReport } from './evidence.ts'
import { changeSetting, type RunSettings, settingIn } from './phase-settings.ts'
import { tolerates, worstOf } from './tolerate.ts'
import { writtenOnce } from './written-once.ts'

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
export function judgeTolerance({ axis, issues, outcome, fine, name }: Tolerated): (run: RunSettings) => Judge<'step'> {
  const answers = writtenOnce(TOLERANCES, (limit) => writtenOnce(OBSERVED, (observed) => answersTo(observed, limit)))
  return (run) => ({
    judge: (gate, { step }) => answers(settingIn(run, gate.phase, axis))(worstIn(step))(outcome(gate)),
    relax: (gate, { step }) => changeSetting(run, gate.phase, { name: axis, to: worstIn(step) }),
  })

  function worstIn(step: StepReport): Tolerance {
    return worstOf(step.issues[issues])?.severity ?? 'none'
  }

  function answersTo(observed: Tolerance, limit: Tolerance): (outcome: Outcome) => TraceEntry {
    if (observed === 'none' || tolerates(limit, observed)) {
      const pass: TraceEntry = Object.freeze({ axis, outcome: 'pass', observed, limit, because: fine })
      return () => pass
    }
    const because = `${name(observed)} is above the tolerance ${limit}`
    return writtenOnce(OUTCOMES, (outcome) => ({ axis, outcome, observed, limit, because }))
  }
}

const OBSERVED = ['none', ...SEVERITIES] as const
