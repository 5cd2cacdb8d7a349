import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import { TIERS, type Tier } from '../../model/thread.ts'
import { type Axis, judging, notJudged } from '../axis.ts'
import { loosestFirst } from '../order.ts'
import { writtenOnce } from '../written-once.ts'

const axis = 'inference_floor_tier'

/** The cheapest tier whose inference is good enough to act upon. */
export const inferenceFloorTier: Axis<typeof axis, Tier> = {
  name: axis,
  about: 'The cheapest tier whose inference is good enough to act upon.',
  stricter: 'dearer',
  schema: z.enum(TIERS),
  ...loosestFirst(TIERS),
  ...judging(['action'], (floor: Tier) => {
    const answers = writtenOnce([undefined, ...TIERS], (tier) => answer(tier, floor))
    return { judge: ({ tier }) => answers(tier), relax: ({ tier }) => ({ inference_floor_tier: tier }) }
  }),
}

function answer(observed: Tier | undefined, floor: Tier): TraceEntry {
  if (observed === undefined) return notJudged(axis, floor, 'which tier inferred it')
  if (TIERS.indexOf(observed) >= TIERS.indexOf(floor))
    return { axis, outcome: 'pass', observed, limit: floor, because: `the tier is at least ${floor}` }
  return { axis, outcome: 'ask', observed, limit: floor, because: `the tier ${observed} is below ${floor}` }
}
