import * as z from 'zod'
import { type Axis, judging } from '../axis.ts'
import { higherIsStricter } from '../order.ts'

const axis = 'inference_confidence_floor'

/** How sure the agent has to be to go on without a person. */
export const inferenceConfidenceFloor: Axis<typeof axis, number> = {
  name: axis,
  about: 'How sure the agent has to be of what it inferred, from 0 to 1.',
  stricter: 'higher',
  schema: z.number().min(0).max(1),
  ...higherIsStricter,
  ...judging(['intent', 'context', 'action'], (floor: number) => {
    const reaches = `the confidence reaches ${floor}`
    return {
      judge: ({ confidence }) => {
        if (confidence === null || !(confidence >= 0)) {
          return {
            axis,
            outcome: 'ask',
            observed: null,
            limit: floor,
            because: 'the confidence is missing or unreadable',
          }
        }
        if (confidence >= floor) return { axis, outcome: 'pass', observed: confidence, limit: floor, because: reaches }
        return {
          axis,
          outcome: 'ask',
          observed: confidence,
          limit: floor,
          because: `the confidence ${confidence} is below ${floor}`,
        }
      },
      // Even a floor of 0 wants a number.
      relax: ({ confidence }) =>
        confidence !== null && confidence >= 0 ? { inference_confidence_floor: confidence } : null,
    }
  }),
}
