import * as z from 'zod'
import { strict } from '../../model/strict.ts'
import { type Axis, judging } from '../axis.ts'
import type { StepReport } from '../evidence.ts'
import { lowerIsStricter, strictestFirst, together } from '../order.ts'

/** What happens when a limit is reached, strictest first. */
export const ON_LIMIT_REACHED = ['stop', 'truncate'] as const

/** How many tolerated warnings and errors one run may collect. */
export interface Limits {
  readonly max_total_warnings: number
  readonly max_total_errors: number
  readonly on_limit_reached: (typeof ON_LIMIT_REACHED)[number]
}

const axis = 'limits'
const Count = z.number().int().nonnegative()
const reaction = strictestFirst(ON_LIMIT_REACHED)

/** How many tolerated issues a run may collect before it stops, or before the report is cut. */
export const limits: Axis<typeof axis, Limits, Partial<Limits>> = {
  name: axis,
  about: 'How many tolerated warnings and errors a run may collect in all, and what happens then.',
  stricter: 'lower; stop',
  parts: {
    max_total_warnings: 'With so many tolerated warnings in one run the limit is reached.',
    max_total_errors: 'With so many tolerated errors in one run the limit is reached.',
    on_limit_reached:
      'stop: the run stops and waits for a person. truncate: it goes on, the report is cut, the count goes on.',
  },
  schema: strict({
    max_total_warnings: Count.exactOptional(),
    max_total_errors: Count.exactOptional(),
    on_limit_reached: z.enum(ON_LIMIT_REACHED).exactOptional(),
  }) as z.ZodType<Partial<Limits>>,
  overlay: (base, given) => ({ ...base, ...given }),
  compare: (child, parent) =>
    together([
      lowerIsStricter.compare(child.max_total_warnings, parent.max_total_warnings),
      lowerIsStricter.compare(child.max_total_errors, parent.max_total_errors),
      reaction.compare(child.on_limit_reached, parent.on_limit_reached),
    ]),
  meet: (a, b) => ({
    max_total_warnings: Math.min(a.max_total_warnings, b.max_total_warnings),
    max_total_errors: Math.min(a.max_total_errors, b.max_total_errors),
    on_limit_reached: reaction.meet(a.on_limit_reached, b.on_limit_reached),
  }),
  reads: ['warning_tolerance', 'error_tolerance', 'overrides'],
  ...judging(['step'], (limits: Limits) => ({
    judge: (_gate, { step }) => {
      const observed = step.totals
      const full = reachedKinds(limits, observed)
      if (full.length === 0)
        return { axis, outcome: 'pass', observed, limit: limits, because: 'the totals are below the limits' }
      const because = `the limit of ${full.map((kind) => `${limits[LIMIT_OF[kind]]} ${kind}`).join(' and ')} is reached`
      if (limits.on_limit_reached === 'stop') return { axis, outcome: 'stop', observed, limit: limits, because }
      return {
        axis,
        outcome: 'pass',
        observed,
        limit: limits,
        because: `${because}, so the report is cut and the count goes on`,
      }
    },
    relax: (_gate, { step }) => {
      const raised = reachedKinds(limits, step.totals).map((kind) => [LIMIT_OF[kind], step.totals[kind] + 1] as const)
      // A policy cannot name a number beyond the safe ones, so there only the reaction is left to change.
      if (!raised.every(([, limit]) => Number.isSafeInteger(limit)))
        return { limits: { ...limits, on_limit_reached: 'truncate' } }
      return { limits: { ...limits, ...Object.fromEntries(raised) } }
    },
  })),
}

const LIMIT_OF = { warnings: 'max_total_warnings', errors: 'max_total_errors' } as const
const KINDS = ['warnings', 'errors'] as const

/** The kinds of issue whose total has reached its limit: at the limit, not only above it. */
export function reachedKinds(limits: Limits, totals: StepReport['totals']): readonly (typeof KINDS)[number][] {
  return KINDS.filter((kind) => totals[kind] >= limits[LIMIT_OF[kind]])
}
