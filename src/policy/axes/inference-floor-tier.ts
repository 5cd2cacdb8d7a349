import * as z from 'zod'
import { TIERS, type Tier } from '../../model/thread.ts'
import { type Axis, judging, notJudged } from '../axis.ts'
import { loosestFirst } from '../order.ts'

const axis = 'inference_floor_tier'

/** The cheapest tier whose inference is good enough to act upon. */
export const inferenceFloorTier: Axis<typeof axis, Tier> = {
  name: axis,
  about: 'The cheapest tier whose inference is good enough to act upon.',
  stricter: 'dearer',
  schema: z.enum(TIERS),
  ...loosestFirst(TIERS),
  ...judging(['action'], (floor: Tier) => ({
    judge: ({ tier }) => {
      if (tier === undefined) return notJudged(axis, floor, 'which tier inferred it')
      if (TIERS.indexOf(tier) >= TIERS.indexOf(floor)) {
        return { axis, outcome: 'pass', observed: tier, limit: floor, because: `the tier is at least ${floor}` }
      }
      return { axis, outcome: 'ask', observed: tier, limit: floor, because: `the tier ${tier} is below ${floor}` }
    },
    relax: ({ tier }) => ({ inference_floor_tier: tier }),
  })),
}
