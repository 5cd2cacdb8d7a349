import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import { TIERS, type Tier } from '../../model/thread.ts'
import { type Axis, judging, notJudged } from '../axis.ts'
import { strictestFirst } from '../order.ts'
import { writtenOnce } from '../written-once.ts'

const axis = 'inference_ceiling_tier'

/** The dearest tier that an agent may use without a person. */
export const inferenceCeilingTier: Axis<typeof axis, Tier> = {
  name: axis,
  about: 'The dearest tier that an agent may use by itself.',
  stricter: 'cheaper',
  schema: z.enum(TIERS),
  ...strictestFirst(TIERS),
  ...judging(['action'], (ceiling: Tier) => {
    const answers = writtenOnce([undefined, ...TIERS], (tier) => answer(tier, ceiling))
    return { judge: ({ tier }) => answers(tier), relax: ({ tier }) => ({ inference_ceiling_tier: tier }) }
  }),
}

function answer(observed: Tier | undefined, ceiling: Tier): TraceEntry {
  if (observed === undefined) return notJudged(axis, ceiling, 'which tier inferred it')
  const rank = TIERS.indexOf(observed)
  if (rank >= 0 && rank <= TIERS.indexOf(ceiling))
    return { axis, outcome: 'pass', observed, limit: ceiling, because: `the tier is at most ${ceiling}` }
  return { axis, outcome: 'ask', observed, limit: ceiling, because: `the tier ${observed} is above ${ceiling}` }
}
