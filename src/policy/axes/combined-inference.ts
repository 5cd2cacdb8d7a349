import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import { type Axis, judging } from '../axis.ts'
import { free } from '../order.ts'

const axis = 'combined_inference'

/** Whether one model call may infer intent, context and action together. It saves calls and lifts no gate. */
export const combinedInference: Axis<typeof axis, boolean> = {
  name: axis,
  about: 'Whether one model call infers intent, context and action together; every gate is still asked.',
  stricter: 'neither',
  schema: z.boolean(),
  ...free,
  keepChoice: (_stricter, own) => own,
  ...judging(['action'], (combined: boolean) => {
    const because = 'how it was inferred lifts no gate'
    const answer: TraceEntry = Object.freeze({ axis, outcome: 'pass', observed: null, limit: combined, because })
    return { judge: () => answer, relax: () => ({}) }
  }),
}
