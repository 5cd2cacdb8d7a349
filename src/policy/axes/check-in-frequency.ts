import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import type { GateOf } from '../../model/gate.ts'
import { CHECK_IN_FREQUENCIES, type CheckInFrequency } from '../../model/run.ts'
import type { Outcome } from '../../model/verdict.ts'
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
      const answer = ANSWERS[limit][gate.kind]
      if (nothingHappened(gate)) return answer.idle
      if (isDue(limit, gate)) return answer.due
      return wantsPrompt(gate) ? answer.wished : answer.free
    },
    relax: (gate) => {
      if (wantsPrompt(gate)) return null
      const to = FINEST_FREE[gate.kind]
      if (gate.kind === 'completion') return { check_in_frequency: to }
      return changeSetting(run, gate.phase, { name: 'check_in_frequency', to })
    },
  })),
}

const axis = 'check_in_frequency'

/** The finest frequency at which each moment is no check-in any more. */
const FINEST_FREE = { step: 'per-phase', phase: 'end-only', completion: 'never' } as const

const SPOKEN: Readonly<Record<CheckInFrequency, string>> = {
  'per-step': 'after every step',
  'per-phase': 'after every phase',
  'end-only': 'at its end',
  never: 'never',
}

/** They are few and the same under every policy, so decisions share them. */
const ANSWERS = Object.fromEntries(CHECK_IN_FREQUENCIES.map((limit) => [limit, answersUnder(limit)])) as Readonly<
  Record<CheckInFrequency, ReturnType<typeof answersUnder>>
>

function answersUnder(limit: CheckInFrequency) {
  return {
    step: answersAt('end of a step', limit),
    phase: answersAt('end of a phase', limit),
    completion: answersAt('end of the run', limit),
  }
}

/** All that can be said of one moment. */
function answersAt(observed: string, limit: CheckInFrequency) {
  const entry = (outcome: Outcome, because: string): TraceEntry =>
    Object.freeze({ axis, outcome, observed, limit, because })
  return {
    idle: entry('pass', 'nothing happened since the last check-in'),
    due: entry('ask', `the run checks in ${SPOKEN[limit]}`),
    wished: entry('ask', 'the step asks for a look after each success'),
    free: entry('pass', 'no check-in is due'),
  }
}

function frequencyAt(run: RunSettings, gate: CheckInGate): CheckInFrequency {
  return gate.kind === 'completion' ? run.check_in_frequency : settingIn(run, gate.phase, 'check_in_frequency')
}

function isDue(frequency: CheckInFrequency, gate: CheckInGate): boolean {
  return CHECK_IN_FREQUENCIES.indexOf(frequency) < CHECK_IN_FREQUENCIES.indexOf(FINEST_FREE[gate.kind])
}

function nothingHappened(gate: CheckInGate): boolean {
  return gate.kind === 'phase' && gate.since_check_in?.steps === 0
}

/** The step's own wish, which no policy overrules. */
function wantsPrompt(gate: CheckInGate): boolean {
  return gate.kind === 'step' && gate.status === 'success' && gate.result_handling.on_success === 'prompt'
}
