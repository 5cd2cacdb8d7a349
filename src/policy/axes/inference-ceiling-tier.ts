import * as z from 'zod'
import { TIERS, type Tier } from '../../model/thread.ts'
import { type Axis, judging, notJudged } from '../axis.ts'
import { strictestFirst } from '../order.ts'

const axis = 'inference_ceiling_tier'

/** The dearest tier that an agent may use without a person. */
export const inferenceCeilingTier: Axis<typeof axis, Tier> = {
  name: axis,
  about: 'The dearest tier that an agent may use by itself.',
  stricter: 'cheaper',
  schema: z.enum(TIERS),
  ...strictestFirst(TIERS),
  ...judging(['action'], (ceiling: Tier) => ({
    judge: ({ tier }) => {
      if (tier === undefined) return notJudged(axis, ceiling, 'which tier inferred it')
      const rank = TIERS.indexOf(tier)
      if (rank >= 0 && rank <= TIERS.indexOf(ceiling)) {
        return { axis, outcome: 'pass', observed: tier, limit: ceiling, because: `the tier is at most ${ceiling}` }
      }
      return { axis, outcome: 'ask', observed: tier, limit: ceiling, because: `the tier ${tier} is above ${ceiling}` }
    },
    relax: ({ tier }) => ({ inference_ceiling_tier: tier }),
  })),
}
