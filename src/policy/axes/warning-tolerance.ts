import * as z from 'zod'
import { TOLERANCES, type Tolerance } from '../../model/run.ts'
import { type Axis, judging } from '../axis.ts'
import { strictestFirst } from '../order.ts'
import { changeSetting, settingIn } from '../phase-settings.ts'
import { tolerates, worstOf } from '../tolerate.ts'

const axis = 'warning_tolerance'

/** The worst warning that a run goes on with. */
export const warningTolerance: Axis<typeof axis, Tolerance> = {
  name: axis,
  about: 'The worst warning with which a run goes on by itself.',
  stricter: 'lower',
  schema: z.enum(TOLERANCES),
  ...strictestFirst(TOLERANCES),
  reads: ['overrides'],
  ...judging(['step'], (_tolerance: Tolerance, run) => ({
    judge: (gate, { step }) => {
      const limit = settingIn(run, gate.phase, axis)
      const worst = worstOf(step.issues.warnings)
      const observed = worst?.severity ?? 'none'
      if (worst === undefined || tolerates(limit, worst.severity)) {
        return { axis, outcome: 'pass', observed, limit, because: 'every warning is within tolerance' }
      }
      const outcome = gate.result_handling.on_warning === 'stop' ? 'stop' : 'ask'
      return { axis, outcome, observed, limit, because: `a ${worst.severity} warning is above the tolerance ${limit}` }
    },
    relax: (gate, { step }) => {
      const to = worstOf(step.issues.warnings)?.severity ?? 'none'
      return changeSetting(run, gate.phase, { name: axis, to })
    },
  })),
}
