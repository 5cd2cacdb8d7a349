import * as z from 'zod'
import { TOLERANCES, type Tolerance } from '../../model/run.ts'
import { type Axis, judging } from '../axis.ts'
import { judgeTolerance } from '../judge-tolerance.ts'
import { strictestFirst } from '../order.ts'

const axis = 'error_tolerance'

/** The worst error that a run goes on with. */
export const errorTolerance: Axis<typeof axis, Tolerance> = {
  name: axis,
  about: 'The worst error with which a run goes on by itself.',
  stricter: 'lower',
  schema: z.enum(TOLERANCES),
  ...strictestFirst(TOLERANCES),
  reads: ['overrides'],
  ...judging(['step'], (_tolerance: Tolerance, run) => judgeErrors(run)),
}

const judgeErrors = judgeTolerance({
  axis,
  issues: 'errors',
  // No result handling can turn this into less: a step that failed stops the run.
  outcome: () => 'stop',
  fine: 'every error is within tolerance',
  name: (severity) => `an error of ${severity} severity`,
})
