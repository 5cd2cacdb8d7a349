import * as z from 'zod'
import { RISK_LEVELS, type RiskLevel } from '../../model/risk.ts'
import { type Axis, judging } from '../axis.ts'
import { strictestFirst } from '../order.ts'
import { riskThreshold } from '../risk-threshold.ts'

const axis = 'irreversibility_threshold'

/** How hard to undo an action may be that runs without a person. */
export const irreversibilityThreshold: Axis<typeof axis, RiskLevel> = {
  name: axis,
  about: 'How hard to undo an action may be that runs without a person.',
  stricter: 'lower',
  schema: z.enum(RISK_LEVELS),
  ...strictestFirst(RISK_LEVELS),
  ...judging(['action', 'tool'], (threshold: RiskLevel) =>
    riskThreshold({ axis, threshold, observe: (risk) => risk.irreversibility, noun: 'irreversibility' }),
  ),
}
