import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import { type Axis, judging } from '../axis.ts'
import { trueIsStricter } from '../order.ts'

const axis = 'pause_on_risk_amplifier'

/** Whether something that makes a mistake worse is reason enough to ask. */
export const pauseOnRiskAmplifier: Axis<typeof axis, boolean> = {
  name: axis,
  about: 'Whether anything that would make a mistake worse is reason enough to ask.',
  stricter: 'true',
  schema: z.boolean(),
  ...trueIsStricter,
  ...judging(['action', 'tool'], (pause: boolean) => {
    const plain = Object.freeze(answer(pause, false, 'nothing amplifies the risk'))
    const amplified = Object.freeze(answer(pause, true, 'something amplifies the risk'))
    const unsaid = Object.freeze(
      answer(pause, true, 'nothing says that the tool keeps to itself, which amplifies the risk'),
    )
    return {
      judge: (_gate, { risk: { amplifier } }) => {
        if (amplifier === false) return plain
        return amplifier === 'unsaid' ? unsaid : amplified
      },
      relax: () => ({ pause_on_risk_amplifier: false }),
    }
  }),
}

function answer(pause: boolean, observed: boolean, because: string): TraceEntry {
  if (observed && pause) return { axis, outcome: 'ask', observed, limit: pause, because }
  const passes = observed ? 'an amplified risk does not pause the agent' : because
  return { axis, outcome: 'pass', observed, limit: pause, because: passes }
}
