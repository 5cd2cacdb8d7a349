import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
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
  parts: {
    financial_cents: 'Money that may be at stake, in cents.',
    privacy: 'Who could see what the job handles, at the most.',
    accuracy: 'What a wrong result would cost, at the most.',
    compute: 'How much computing the job may take.',
  },
  schema: strict({
    financial_cents: z.number().nonnegative().exactOptional(),
    privacy: z.enum(PRIVACY_LEVELS).exactOptional(),
    accuracy: z.enum(ACCURACY_LEVELS).exactOptional(),
    compute: z.enum(COMPUTE_LEVELS).exactOptional(),
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
    const passing = passingWords(tolerance)
    /** A field that is not known is not judged; a word that nobody knows never passes. */
    const isWithin = (value: RiskProfile[Field]) =>
      typeof value === 'number' ? value <= tolerance.financial_cents : passing.has(value)
    return {
      judge: ({ risk_profile: observed }) => {
        if (observed === undefined) return absent
        // Field by field rather than in a loop: a tool call is judged twice as fast.
        const { financial_cents: cents, privacy, accuracy, compute } = observed
        if (cents === undefined && privacy === undefined && accuracy === undefined && compute === undefined)
          return absent
        if (!isWithin(cents) || !isWithin(privacy) || !isWithin(accuracy) || !isWithin(compute)) return beyond(observed)
        return {
          axis,
          outcome: 'pass',
          observed,
          limit: tolerance,
          because: 'what is said to be at stake is tolerated',
        }
      },
      relax: ({ risk_profile: profile = {} }) => {
        const raised = exceeded(profile).map((field) => [field, profile[field]])
        return { risk_tolerance: { ...tolerance, ...Object.fromEntries(raised) } }
      },
    }

    function beyond(observed: RiskProfile): TraceEntry {
      const because = `more is at stake than tolerated: ${exceeded(observed).join(', ')}`
      return { axis, outcome: 'ask', observed, limit: tolerance, because }
    }

    function exceeded(profile: RiskProfile): readonly Field[] {
      return FIELDS.filter((field) => !isWithin(profile[field]))
    }
  }),
}

const FIELDS = ['financial_cents', 'privacy', 'accuracy', 'compute'] as const
type Field = (typeof FIELDS)[number]

/** The words of all scales that pass, and what is not said. No two scales share a word, so one set serves them all. */
function passingWords(tolerance: RiskTolerance): ReadonlySet<string | undefined> {
  return new Set([
    undefined,
    ...upTo(PRIVACY_LEVELS, tolerance.privacy),
    ...upTo(ACCURACY_LEVELS, tolerance.accuracy),
    ...upTo(COMPUTE_LEVELS, tolerance.compute),
  ])
}

function upTo<Word>(words: readonly Word[], last: Word): readonly Word[] {
  return words.slice(0, words.indexOf(last) + 1)
}
