import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import { type Axis, judging } from '../axis.ts'
import type { Risk } from '../evidence.ts'
import { trueIsStricter } from '../order.ts'
import { writtenOnce } from '../written-once.ts'

const axis = 'pause_on_risk_amplifier'

/** Whether something that makes a mistake worse is reason enough to ask. */
export const pauseOnRiskAmplifier: Axis<typeof axis, boolean> = {
  name: axis,
  about: 'Whether anything that would make a mistake worse is reason enough to ask.',
  stricter: 'true',
  schema: z.boolean(),
  ...trueIsStricter,
  ...judging(['action', 'tool'], (pause: boolean) => {
    const answers = writtenOnce([false, true, 'unsaid'], (amplifier: Risk['amplifier']) => answer(amplifier, pause))
    return {
      judge: (_gate, { risk }) => answers(risk.amplifier),
      relax: () => ({ pause_on_risk_amplifier: false }),
    }
  }),
}

function answer(amplifier: Risk['amplifier'], pause: boolean): TraceEntry {
  if (amplifier === false)
    return { axis, outcome: 'pass', observed: false, limit: pause, because: 'nothing amplifies the risk' }
  if (!pause)
    return {
      axis,
      outcome: 'pass',
      observed: true,
      limit: pause,
      because: 'an amplified risk does not pause the agent',
    }
  const because =
    amplifier === 'unsaid'
      ? 'nothing says that the tool keeps to itself, which amplifies the risk'
      : 'something amplifies the risk'
  return { axis, outcome: 'ask', observed: true, limit: pause, because }
}
