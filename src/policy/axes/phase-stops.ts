import * as z from 'zod'
import type { GateOf } from '../../model/gate.ts'
import { strict } from '../../model/strict.ts'
import { type Axis, judging } from '../axis.ts'
import { together, trueIsStricter } from '../order.ts'

const STOPS = ['initial_strategic', 'strategic', 'tactical', 'completion'] as const
type Stop = (typeof STOPS)[number]
type PhaseStops = Readonly<Record<Stop, boolean>>

/** After which phases of a job a person looks. */
export const phaseStops: Axis<'phase_stops', PhaseStops, Partial<PhaseStops>> = {
  name: 'phase_stops',
  about: 'After which phases a person looks: the first plan, every plan, every piece of work, the end.',
  stricter: 'true, each',
  schema: strict({
    initial_strategic: z.boolean().exactOptional(),
    strategic: z.boolean().exactOptional(),
    tactical: z.boolean().exactOptional(),
    completion: z.boolean().exactOptional(),
  }) as z.ZodType<Partial<PhaseStops>>,
  overlay: (base, given) => ({ ...base, ...given }),
  compare: (child, parent) => together(STOPS.map((stop) => trueIsStricter.compare(child[stop], parent[stop]))),
  meet: (a, b) => each((stop) => a[stop] || b[stop]),
  ...judging(['phase', 'completion'], (stops: PhaseStops) => ({
    judge: (gate) => {
      const [first] = reached(stops, gate)
      const observed = whatEnds(gate)
      if (first !== undefined) return { axis, outcome: 'ask', observed, limit: stops, because: BECAUSE[first] }
      return { axis, outcome: 'pass', observed, limit: stops, because: 'no stop is set after this' }
    },
    relax: (gate) => {
      const open = reached(stops, gate)
      return { phase_stops: each((stop) => stops[stop] && !open.includes(stop)) }
    },
  })),
}

const axis = 'phase_stops'

const BECAUSE: Readonly<Record<Stop, string>> = {
  initial_strategic: 'the first plan goes to a person',
  strategic: 'every plan goes to a person',
  tactical: 'every finished piece of work goes to a person',
  completion: 'the end of the job goes to a person',
}

/** The stops that hold this gate. "Every plan" includes the first one. */
function reached(stops: PhaseStops, gate: GateOf<'phase' | 'completion'>): readonly Stop[] {
  return candidates(gate).filter((stop) => stops[stop])
}

function candidates(gate: GateOf<'phase' | 'completion'>): readonly Stop[] {
  if (gate.kind === 'completion') return ['completion']
  if (gate.phase !== 'strategic') return ['tactical']
  // Written so that a number that is not one is taken as the first.
  return gate.number > 1 ? ['strategic'] : ['initial_strategic', 'strategic']
}

function whatEnds(gate: GateOf<'phase' | 'completion'>) {
  return gate.kind === 'completion' ? 'completion' : { phase: gate.phase, number: gate.number }
}

function each(value: (stop: Stop) => boolean): PhaseStops {
  return {
    initial_strategic: value('initial_strategic'),
    strategic: value('strategic'),
    tactical: value('tactical'),
    completion: value('completion'),
  }
}
