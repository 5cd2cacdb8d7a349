import * as z from 'zod'
import type { GateOf } from '../../model/gate.ts'
import { mention } from '../../model/quote.ts'
import { strict } from '../../model/strict.ts'
import { type Axis, judging } from '../axis.ts'
import { higherIsStricter, inOrder, moreIsStricter, type Order, together, union } from '../order.ts'

/** Stops that a job sets for itself; one that is left out stops nowhere. */
export interface CustomStops {
  readonly every_n_phases?: number | undefined
  readonly milestones?: readonly string[] | undefined
  readonly confidence_below?: number | undefined
}

/** Below every mark: even a mark of 0 wants to know the confidence. */
const NO_MARK = -1

/** A multiple of every number, so that any stop includes it, and it includes none. */
const NEVER = 0

const names = moreIsStricter<string>()

/** Stops of a job's own: every N phases, at named milestones, when confidence drops. */
export const customStops: Axis<'custom_stops', CustomStops> = {
  name: 'custom_stops',
  about: 'Further stops of a job: every N phases, at named milestones, when the confidence drops below a mark.',
  stricter: 'a divisor of N; more milestones; a higher mark',
  parts: {
    every_n_phases: 'A person looks every so many phases; left empty, no phase is counted.',
    milestones: 'A person looks when one of these is reached.',
    confidence_below: 'A person looks when the agent is less sure than this, from 0 to 1.',
  },
  schema: strict({
    every_n_phases: z.number().int().positive().exactOptional(),
    milestones: z.array(z.string().min(1)).transform(inOrder).exactOptional(),
    confidence_below: z.number().min(0).max(1).exactOptional(),
  }).transform(tidy),
  compare: (child, parent) =>
    together([
      byDivisor(child.every_n_phases ?? NEVER, parent.every_n_phases ?? NEVER),
      names.compare(child.milestones ?? [], parent.milestones ?? []),
      higherIsStricter.compare(child.confidence_below ?? NO_MARK, parent.confidence_below ?? NO_MARK),
    ]),
  meet: (a, b) =>
    tidy({
      every_n_phases: gcd(a.every_n_phases ?? NEVER, b.every_n_phases ?? NEVER),
      milestones: union(a.milestones ?? [], b.milestones ?? []),
      confidence_below: Math.max(a.confidence_below ?? NO_MARK, b.confidence_below ?? NO_MARK),
    }),
  ...judging(['phase'], (stops: CustomStops) => ({
    judge: (gate) => {
      const observed = { number: gate.number, milestones: gate.milestones, confidence: gate.confidence }
      const because = hits(stops, gate).map((hit) => hit.because)
      if (because.length > 0) return { axis, outcome: 'ask', observed, limit: stops, because: because.join(' and ') }
      return { axis, outcome: 'pass', observed, limit: stops, because: "none of the job's own stops is reached" }
    },
    relax: (gate) => ({
      custom_stops: tidy(Object.assign({ ...stops }, ...hits(stops, gate).map((hit) => hit.without))),
    }),
  })),
}

const axis = 'custom_stops'

interface Hit {
  readonly because: string
  readonly without: CustomStops
}

function hits(stops: CustomStops, gate: GateOf<'phase'>): readonly Hit[] {
  return [everyN(stops, gate), milestone(stops, gate), doubt(stops, gate)].filter((hit) => hit !== undefined)
}

function everyN({ every_n_phases: n }: CustomStops, gate: GateOf<'phase'>): Hit | undefined {
  if (n === undefined || gate.number % n !== 0) return undefined
  return {
    because: n === 1 ? 'a person looks after every phase' : `a person looks every ${n} phases`,
    without: { every_n_phases: undefined },
  }
}

function milestone({ milestones }: CustomStops, gate: GateOf<'phase'>): Hit | undefined {
  if (milestones === undefined) return undefined
  const passed = new Set(gate.milestones)
  const reached = milestones.filter((name) => passed.has(name))
  if (reached.length === 0) return undefined
  const rest = milestones.filter((name) => !passed.has(name))
  return { because: `the milestone ${reached.map(mention).join(', ')} is reached`, without: { milestones: rest } }
}

function doubt({ confidence_below: mark }: CustomStops, gate: GateOf<'phase'>): Hit | undefined {
  if (mark === undefined || (gate.confidence !== null && gate.confidence >= mark)) return undefined
  if (gate.confidence === null)
    return { because: 'the confidence is not known', without: { confidence_below: undefined } }
  return { because: `the confidence is below ${mark}`, without: { confidence_below: gate.confidence } }
}

/** Leaves out what stops nowhere, so that the same stops are always written the same way. */
function tidy(stops: CustomStops): CustomStops {
  return {
    ...(stops.every_n_phases ? { every_n_phases: stops.every_n_phases } : {}),
    ...(stops.milestones?.length ? { milestones: stops.milestones } : {}),
    ...((stops.confidence_below ?? NO_MARK) >= 0 ? { confidence_below: stops.confidence_below } : {}),
  }
}

/** Stopping every 2 phases includes every 4, not every 3. */
function byDivisor(child: number, parent: number): Order {
  if (child === parent) return 'equal'
  return parent % child === 0 ? 'stricter' : 'looser'
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}
