import { expect, test } from 'vitest'
import { decideUnder } from '../testing/catalog.ts'
import type { TraceEntry } from './decision.ts'
import type { GateInput } from './gate.ts'
import { traceWords } from './trace-words.ts'

const write = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))

test.for([
  // axis                         observed  limit      read
  ['pause_on_risk_amplifier', true, true, 'the risk is amplified', 'pause where it is'],
  ['pause_on_risk_amplifier', true, false, 'the risk is amplified', 'no pause for that'],
  ['pause_on_risk_amplifier', false, true, 'nothing amplifies the risk', 'pause where it is'],
  ['checkpoint_types', 'note', ['note'], 'note', 'asks about note'],
  ['checkpoint_types', 'note', 'all', 'note', 'asks about every type'],
  ['checkpoint_types', 'none', 'none', 'none', 'asks about no type'],
  [
    'phase_stops',
    'completion',
    { completion: true, initial_strategic: true, tactical: false },
    'completion',
    'stops after completion, initial strategic',
  ],
  ['phase_stops', 'completion', { completion: false }, 'completion', 'stops after nothing'],
  ['require_approval_for', 'deploy', ['deploy'], 'deploy', 'asks before deploy'],
  ['require_approval_for', 'deploy', [], 'deploy', 'asks before none'],
  ['allowed_action_kinds', 'standard', ['standard'], 'standard', 'allows standard'],
  ['allowed_action_kinds', 'standard', [], 'standard', 'allows nothing'],
  ['budget_usd', 5, 5, '5', '5'],
] as const)('%s, %j against %j', ([axis, observed, limit, seen, held]) => {
  const entry: TraceEntry = { axis, outcome: 'ask', observed, limit, because: 'x' }
  expect(traceWords(entry, write)).toEqual({ observed: seen, limit: held })
})

test('what somebody else wrote into a trace is shown as it is', () => {
  for (const axis of [
    'toString',
    'pause_on_risk_amplifier',
    'phase_stops',
    'checkpoint_types',
    'require_approval_for',
  ]) {
    for (const value of ['x', 7, null]) {
      const entry: TraceEntry = { axis, outcome: 'ask', observed: value, limit: value, because: 'x' }
      expect(traceWords(entry, write)).toEqual({ observed: String(value), limit: String(value) })
    }
  }
})

/** Gates at which an axis holds exactly what it names. */
const EQUAL: readonly (readonly [policy: unknown, gate: GateInput])[] = [
  ['standard', { kind: 'tool', tool: 'send', annotations: {} }],
  [{ checkpoint_types: ['note'] }, { kind: 'checkpoint', type: 'note' }],
  [{ require_approval_for: ['deploy'] }, { kind: 'phase_start', phase: 'deploy' }],
  ['threads/hands_off', { kind: 'intent', confidence: 0.1 }],
  ['jobs/dependent', { kind: 'completion' }],
  ['workers/manual', { kind: 'checkpoint', type: 'all' }],
]

test.for(EQUAL)('under %j, nothing that holds %j reads the same on both sides', ([policy, gate]) => {
  const held = decideUnder(policy, gate).trace.filter(({ outcome }) => outcome !== 'pass')
  expect(held).not.toEqual([])
  for (const entry of held) {
    const { observed, limit } = traceWords(entry, write)
    expect([entry.axis, observed]).not.toEqual([entry.axis, limit])
  }
})
