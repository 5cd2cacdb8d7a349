import * as z from 'zod'
import type { GateOf } from '../../model/gate.ts'
import { CHECK_IN_FREQUENCIES, type CheckInFrequency } from '../../model/run.ts'
import { type Axis, judging } from '../axis.ts'
import { strictestFirst } from '../order.ts'
import { changeSetting, type RunSettings, settingIn } from '../phase-settings.ts'

type CheckInGate = GateOf<'step' | 'phase' | 'completion'>

/** How often a run checks in with a person, whether or not there are issues. */
export const checkInFrequency: Axis<'check_in_frequency', CheckInFrequency> = {
  name: 'check_in_frequency',
  about: 'How often a run checks in with a person, whether or not something went wrong.',
  stricter: 'finer; a finer one includes the coarser ones',
  schema: z.enum(CHECK_IN_FREQUENCIES),
  ...strictestFirst(CHECK_IN_FREQUENCIES),
  reads: ['overrides'],
  ...judging(['step', 'phase', 'completion'], (_frequency: CheckInFrequency, run) => ({
    judge: (gate) => {
      const limit = frequencyAt(run, gate)
      const observed = MOMENT[gate.kind]
      if (nothingHappened(gate))
        return { axis, outcome: 'pass', observed, limit, because: 'nothing happened since the last check-in' }
      if (isDue(limit, gate))
        return { axis, outcome: 'ask', observed, limit, because: `the run checks in ${SPOKEN[limit]}` }
      if (wantsPrompt(gate))
        return { axis, outcome: 'ask', observed, limit, because: 'the step asks for a look after each success' }
      return { axis, outcome: 'pass', observed, limit, because: 'no check-in is due' }
    },
    relax: (gate) => {
      if (wantsPrompt(gate)) return null
      const to = CHECK_IN_FREQUENCIES[CHECK_IN_FREQUENCIES.indexOf(COARSEST_DUE[gate.kind]) + 1] ?? 'never'
      if (gate.kind === 'completion') return { check_in_frequency: to }
      return changeSetting(run, gate.phase, { name: 'check_in_frequency', to })
    },
  })),
}

const axis = 'check_in_frequency'

const MOMENT = { step: 'end of a step', phase: 'end of a phase', completion: 'end of the run' } as const

/** The coarsest frequency at which each moment is still a check-in. */
const COARSEST_DUE = { step: 'per-step', phase: 'per-phase', completion: 'end-only' } as const

const SPOKEN: Readonly<Record<CheckInFrequency, string>> = {
  'per-step': 'after every step',
  'per-phase': 'after every phase',
  'end-only': 'at its end',
  never: 'never',
}

function frequencyAt(run: RunSettings, gate: CheckInGate): CheckInFrequency {
  return gate.kind === 'completion' ? run.check_in_frequency : settingIn(run, gate.phase, 'check_in_frequency')
}

function isDue(frequency: CheckInFrequency, gate: CheckInGate): boolean {
  return CHECK_IN_FREQUENCIES.indexOf(frequency) <= CHECK_IN_FREQUENCIES.indexOf(COARSEST_DUE[gate.kind])
}

function nothingHappened(gate: CheckInGate): boolean {
  return gate.kind === 'phase' && gate.since_check_in?.steps === 0
}

/** The step's own wish, which no policy overrules. */
function wantsPrompt(gate: CheckInGate): boolean {
  return gate.kind === 'step' && gate.status === 'success' && gate.result_handling.on_success === 'prompt'
}
