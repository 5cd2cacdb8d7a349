import * as z from 'zod'
import { mention } from '../../model/quote.ts'
import { type Axis, judging } from '../axis.ts'
import { inOrder, moreIsStricter } from '../order.ts'

const axis = 'require_approval_for'

/** The phases that begin only after a person said so. */
export const requireApprovalFor: Axis<typeof axis, readonly string[]> = {
  name: axis,
  about: 'Which phases begin only after a person approved it.',
  stricter: 'more phases',
  schema: z.array(z.string().min(1)).transform(inOrder),
  ...moreIsStricter<string>(),
  ...judging(['phase_start'], (phases: readonly string[]) => ({
    judge: ({ phase }) => {
      if (!phases.includes(phase)) {
        return {
          axis,
          outcome: 'pass',
          observed: phase,
          limit: phases,
          because: 'this phase may begin without approval',
        }
      }
      return {
        axis,
        outcome: 'ask',
        observed: phase,
        limit: phases,
        because: `the phase ${mention(phase)} begins only after approval`,
      }
    },
    relax: ({ phase }) => ({ require_approval_for: phases.filter((name) => name !== phase) }),
  })),
}
