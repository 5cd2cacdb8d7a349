import * as z from 'zod'
import { THREAD_STATES, type ThreadState } from '../../model/thread.ts'
import { type Axis, judging } from '../axis.ts'
import { fewerIsStricter, inOrder, union } from '../order.ts'

const axis = 'auto_advance_states'

/** The states of a thread that it may pass through without waiting. */
export const autoAdvanceStates: Axis<typeof axis, readonly ThreadState[]> = {
  name: axis,
  about: 'Which states a thread passes through without waiting for a person.',
  stricter: 'fewer states',
  schema: z.array(z.enum(THREAD_STATES)).transform(inOrder),
  ...fewerIsStricter<ThreadState>(),
  ...judging(['intent', 'context', 'action'], (states: readonly ThreadState[]) => {
    const free = new Set(states)
    return {
      judge: ({ kind }) => {
        const observed = WAITS_IN[kind]
        if (free.has(observed))
          return { axis, outcome: 'pass', observed, limit: states, because: 'the thread may skip this wait' }
        return { axis, outcome: 'ask', observed, limit: states, because: `the thread has to wait in ${observed}` }
      },
      relax: ({ kind }) => ({ auto_advance_states: union(states, [WAITS_IN[kind]]) }),
    }
  }),
}

/** The state in which a thread would wait for the person. */
const WAITS_IN = {
  intent: 'awaiting_intent_confirmation',
  context: 'awaiting_context_confirmation',
  action: 'awaiting_confirmation',
} as const satisfies Record<string, ThreadState>
