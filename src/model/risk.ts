import type * as z from 'zod'
import { DecimalAmount, wordOf } from './reading.ts'
import { strict } from './strict.ts'

/** How bad it would be, mildest first: the position is the rank. */
export const RISK_LEVELS = ['low', 'medium', 'high'] as const
export const RiskLevel = wordOf(RISK_LEVELS)
export type RiskLevel = (typeof RISK_LEVELS)[number]

/** Who could see what the job handles, mildest first. */
export const PRIVACY_LEVELS = ['none', 'internal', 'public'] as const
/** What a wrong result would cost, mildest first. */
export const ACCURACY_LEVELS = ['low_stakes', 'consequential', 'critical'] as const
/** How much computing the job may take, mildest first. */
export const COMPUTE_LEVELS = ['instant', 'background', 'expensive'] as const

/** What is at stake in a job, as far as it is known; a field that is left out is not judged. */
export const RiskProfile = strict({
  financial_cents: DecimalAmount.optional(),
  privacy: wordOf(PRIVACY_LEVELS).optional(),
  accuracy: wordOf(ACCURACY_LEVELS).optional(),
  compute: wordOf(COMPUTE_LEVELS).optional(),
}).readonly()
export type RiskProfile = z.infer<typeof RiskProfile>
