import * as z from 'zod'
import { TOLERANCES, type Tolerance } from '../../model/run.ts'
import { type Axis, judging } from '../axis.ts'
import { judgeTolerance } from '../judge-tolerance.ts'
import { strictestFirst } from '../order.ts'

const axis = 'warning_tolerance'

/** The worst warning that a run goes on with. */
export const warningTolerance: Axis<typeof axis, Tolerance> = {
  name: axis,
  about: 'The worst warning with which a run goes on by itself.',
  stricter: 'lower',
  schema: z.enum(TOLERANCES),
  ...strictestFirst(TOLERANCES),
  reads: ['overrides'],
  ...judging(['step'], (_tolerance: Tolerance, run) => judgeWarnings(run)),
}

const judgeWarnings = judgeTolerance({
  axis,
  issues: 'warnings',
  outcome: (gate) => (gate.result_handling.on_warning === 'stop' ? 'stop' : 'ask'),
  fine: 'every warning is within tolerance',
  name: (severity) => `a ${severity} warning`,
})
