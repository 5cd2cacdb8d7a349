import * as z from 'zod'
import { TOLERANCES, type Tolerance } from '../../model/run.ts'
import { type Axis, judging } from '../axis.ts'
import { strictestFirst } from '../order.ts'
import { changeSetting, settingIn } from '../phase-settings.ts'
import { tolerates, worstOf } from '../tolerate.ts'

const axis = 'error_tolerance'

/** The worst error that a run goes on with. */
export const errorTolerance: Axis<typeof axis, Tolerance> = {
  name: axis,
  about: 'The worst error with which a run goes on by itself.',
  stricter: 'lower',
  schema: z.enum(TOLERANCES),
  ...strictestFirst(TOLERANCES),
  reads: ['overrides'],
  ...judging(['step'], (_tolerance: Tolerance, run) => ({
    judge: (gate, { step }) => {
      const limit = settingIn(run, gate.phase, axis)
      const worst = worstOf(step.issues.errors)
      const observed = worst?.severity ?? 'none'
      if (worst === undefined || tolerates(limit, worst.severity)) {
        return { axis, outcome: 'pass', observed, limit, because: 'every error is within tolerance' }
      }
      // No result handling can turn this into less: a step that failed stops the run.
      return {
        axis,
        outcome: 'stop',
        observed,
        limit,
        because: `an error of ${worst.severity} severity is above the tolerance ${limit}`,
      }
    },
    relax: (gate, { step }) => {
      const to = worstOf(step.issues.errors)?.severity ?? 'none'
      return changeSetting(run, gate.phase, { name: axis, to })
    },
  })),
}
