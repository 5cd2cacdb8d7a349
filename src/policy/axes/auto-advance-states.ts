import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import { THREAD_STATES, type ThreadState } from '../../model/thread.ts'
import { type Axis, judging } from '../axis.ts'
import { fewerIsStricter, inOrder, union } from '../order.ts'
import { writtenOnce } from '../written-once.ts'

const axis = 'auto_advance_states'

/** The states of a thread that it may pass through without waiting. */
export const autoAdvanceStates: Axis<typeof axis, readonly ThreadState[]> = {
  name: axis,
  about: 'Which states a thread passes through without waiting for a person.',
  stricter: 'fewer states',
  schema: z.array(z.enum(THREAD_STATES)).transform(inOrder),
  ...fewerIsStricter<ThreadState>(),
  ...judging(['intent', 'context', 'action'], (states: readonly ThreadState[]) => {
    const answers = writtenOnce(WAITS, (observed) => answer(observed, states))
    const remedies = writtenOnce(WAITS, (wait) => union(states, [wait]))
    return {
      judge: ({ kind }) => answers(WAITS_IN[kind]),
      relax: ({ kind }) => ({ auto_advance_states: remedies(WAITS_IN[kind]) }),
    }
  }),
}

function answer(observed: ThreadState, states: readonly ThreadState[]): TraceEntry {
  if (states.includes(observed))
    return { axis, outcome: 'pass', observed, limit: states, because: 'the thread may skip this wait' }
  return { axis, outcome: 'ask', observed, limit: states, because: `the thread has to wait in ${observed}` }
}

/** The state in which a thread would wait for the person. */
const WAITS_IN = {
  intent: 'awaiting_intent_confirmation',
  context: 'awaiting_context_confirmation',
  action: 'awaiting_confirmation',
} as const satisfies Record<string, ThreadState>
const WAITS: readonly ThreadState[] = Object.values(WAITS_IN)
