import * as z from 'zod'
import { ACCURACY_LEVELS, COMPUTE_LEVELS, PRIVACY_LEVELS, type RiskProfile } from '../../model/risk.ts'
import { strict } from '../../model/strict.ts'
import { type Axis, judging, notJudged } from '../axis.ts'
import { lowerIsStricter, strictestFirst, together } from '../order.ts'

const axis = 'risk_tolerance'

type RiskTolerance = { readonly [Field in keyof RiskProfile]-?: NonNullable<RiskProfile[Field]> }

const privacy = strictestFirst(PRIVACY_LEVELS)
const accuracy = strictestFirst(ACCURACY_LEVELS)
const compute = strictestFirst(COMPUTE_LEVELS)

/** How much may be at stake in a job whose agent goes on without a person. */
export const riskTolerance: Axis<typeof axis, RiskTolerance, Partial<RiskTolerance>> = {
  name: axis,
  about: 'How much may be at stake in a job: money, privacy, accuracy, computing.',
  stricter: 'lower, each',
  schema: strict({
    financial_cents: z.number().nonnegative().optional(),
    privacy: z.enum(PRIVACY_LEVELS).optional(),
    accuracy: z.enum(ACCURACY_LEVELS).optional(),
    compute: z.enum(COMPUTE_LEVELS).optional(),
  }) as z.ZodType<Partial<RiskTolerance>>,
  overlay: (base, given) => ({ ...base, ...given }),
  compare: (child, parent) =>
    together([
      lowerIsStricter.compare(child.financial_cents, parent.financial_cents),
      privacy.compare(child.privacy, parent.privacy),
      accuracy.compare(child.accuracy, parent.accuracy),
      compute.compare(child.compute, parent.compute),
    ]),
  meet: (a, b) => ({
    financial_cents: Math.min(a.financial_cents, b.financial_cents),
    privacy: privacy.meet(a.privacy, b.privacy),
    accuracy: accuracy.meet(a.accuracy, b.accuracy),
    compute: compute.meet(a.compute, b.compute),
  }),
  ...judging(['action', 'tool'], (tolerance: RiskTolerance) => {
    const absent = Object.freeze(notJudged(axis, tolerance, 'what is at stake'))
    return {
      judge: ({ risk_profile: observed }) => {
        if (observed === undefined) return absent
        if (isTolerated(tolerance, observed))
          return { axis, outcome: 'pass', observed, limit: tolerance, because: 'what is at stake is tolerated' }
        return {
          axis,
          outcome: 'ask',
          observed,
          limit: tolerance,
          because: `more is at stake than tolerated: ${exceeded(tolerance, observed).join(', ')}`,
        }
      },
      relax: ({ risk_profile: profile = {} }) => {
        const raised = exceeded(tolerance, profile).map((field) => [field, profile[field]])
        return { risk_tolerance: { ...tolerance, ...Object.fromEntries(raised) } }
      },
    }
  }),
}

type Field = keyof RiskTolerance

function isTolerated(tolerance: RiskTolerance, profile: RiskProfile): boolean {
  return FIELDS.every((field) => isWithin(field, profile, tolerance))
}

/** The fields in which the profile goes beyond the tolerance. */
function exceeded(tolerance: RiskTolerance, profile: RiskProfile): readonly Field[] {
  return FIELDS.filter((field) => !isWithin(field, profile, tolerance))
}

/** A field that is not known is not judged; a word that nobody knows is never within. */
function isWithin(field: Field, profile: RiskProfile, tolerance: RiskTolerance): boolean {
  if (profile[field] === undefined) return true
  if (field === 'financial_cents') return (profile.financial_cents ?? Number.NaN) <= tolerance.financial_cents
  const words: readonly unknown[] = WORDS[field]
  const rank = words.indexOf(profile[field])
  return rank >= 0 && rank <= words.indexOf(tolerance[field])
}

const WORDS = { privacy: PRIVACY_LEVELS, accuracy: ACCURACY_LEVELS, compute: COMPUTE_LEVELS }
const FIELDS = ['financial_cents', 'privacy', 'accuracy', 'compute'] as const
