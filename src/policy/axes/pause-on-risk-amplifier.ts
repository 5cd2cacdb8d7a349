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
    const amplified = Object.freeze(withAmplifier(pause))
    const plain = Object.freeze<TraceEntry>({
      axis,
      outcome: 'pass',
      observed: false,
      limit: pause,
      because: 'nothing amplifies the risk',
    })
    return {
      judge: (_gate, { risk }) => (risk.amplifier ? amplified : plain),
      relax: () => ({ pause_on_risk_amplifier: false }),
    }
  }),
}

function withAmplifier(pause: boolean): TraceEntry {
  if (pause) return { axis, outcome: 'ask', observed: true, limit: pause, because: 'something amplifies the risk' }
  return { axis, outcome: 'pass', observed: true, limit: pause, because: 'an amplified risk does not pause the agent' }
}
