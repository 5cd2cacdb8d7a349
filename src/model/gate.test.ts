import { expect, test } from 'vitest'
import { GATE_KINDS, Gate } from './gate.ts'
import { problemsOf } from './problems-of.ts'

function problemsIn(input: unknown) {
  const read = Gate.safeParse(input)
  return read.success ? [] : problemsOf(read.error, { input })
}

test.for<[object, object]>([
  // the least that a gate says, and what is read
  [
    { kind: 'checkpoint', type: 'x' },
    { kind: 'checkpoint', type: 'x' },
  ],
  [
    { kind: 'phase', phase: 'strategic' },
    { kind: 'phase', phase: 'strategic', number: 1, milestones: [], confidence: null },
  ],
  [
    { kind: 'phase_start', phase: 'build' },
    { kind: 'phase_start', phase: 'build' },
  ],
  [{ kind: 'completion' }, { kind: 'completion' }],
  [
    { kind: 'step', phase: 'build', status: 'success' },
    {
      kind: 'step',
      phase: 'build',
      status: 'success',
      warnings: [],
      errors: [],
      totals: { warnings: 0, errors: 0 },
      result_handling: {},
    },
  ],
  [{ kind: 'intent' }, { kind: 'intent', confidence: null }],
  [{ kind: 'context' }, { kind: 'context', confidence: null }],
  [
    { kind: 'action', action: {} },
    { kind: 'action', action: {}, confidence: null },
  ],
  [
    { kind: 'tool', tool: 'ls' },
    { kind: 'tool', tool: 'ls', args: {}, annotations: {} },
  ],
  [{ kind: 'push' }, { kind: 'push', signals: {} }],
  [{ kind: 'pop' }, { kind: 'pop', signals: {} }],
])('%j is a gate', ([input, read]) => {
  expect(Gate.parse(input)).toEqual(read)
})

test('the kinds of gate are those of the schema', () => {
  const kinds = Gate.options.map((option) => option.shape.kind.value)
  expect([...GATE_KINDS].toSorted()).toEqual(kinds.toSorted())
})

test.for<[object, string, string]>([
  // gate                                                   path               says
  [{ kind: 'checkpoint', type: 'x', typ: 'y' }, '/typ', '"type"'],
  [{ kind: 'phase', phase: 'x', numbr: 1 }, '/numbr', '"number"'],
  [{ kind: 'phase', phase: 'x', since_check_in: { steps: 1, stps: 1 } }, '/since_check_in/stps', '"steps"'],
  [{ kind: 'phase_start', phase: 'x', number: 1 }, '/number', '"number"'],
  [{ kind: 'completion', phase: 'x' }, '/phase', '"phase"'],
  [{ kind: 'step', phase: 'x', status: 'success', warning: [] }, '/warning', '"warnings"'],
  [{ kind: 'step', phase: 'x', status: 'success', totals: { error: 1 } }, '/totals/error', '"errors"'],
  [
    { kind: 'step', phase: 'x', status: 'success', result_handling: { on_warn: 'stop' } },
    '/result_handling/on_warn',
    '"on_warning"',
  ],
  [
    { kind: 'step', phase: 'x', status: 'success', errors: [{ text: 'x', severty: 'low' }] },
    '/errors/0/severty',
    '"severity"',
  ],
  [{ kind: 'intent', confidance: 1 }, '/confidance', '"confidence"'],
  [{ kind: 'context', confidance: 1 }, '/confidance', '"confidence"'],
  [{ kind: 'action', action: { regret: 'low' } }, '/action/regret', '"regret"'],
  [{ kind: 'action', action: {}, spend_usd: 1 }, '/spend_usd', '"spent_usd"'],
  [{ kind: 'action', action: {}, risk_profile: { privcy: 'none' } }, '/risk_profile/privcy', '"privcy"'],
  [{ kind: 'tool', tool: 'x', arg: {} }, '/arg', '"args"'],
  [{ kind: 'tool', tool: 'x', tier: 'user' }, '/tier', '"tier"'],
  [{ kind: 'tool', tool: 'x', annotations: { readOnly: true } }, '/annotations/readOnly', '"readOnlyHint"'],
  [{ kind: 'push', signals: { errors: 1 } }, '/signals/errors', '"errors"'],
  [{ kind: 'pop', signals: { tokenCont: 1 } }, '/signals/tokenCont', '"tokenCount"'],
])('an unknown key is an error: %j', ([input, path, says]) => {
  expect(problemsIn(input)).toMatchObject([{ code: 'unknown_key', path, message: expect.stringContaining(says) }])
})

test('a key that hides in the prototype is unknown too', () => {
  expect(problemsIn(JSON.parse('{"kind":"completion","__proto__":{}}'))).toMatchObject([{ code: 'unknown_key' }])
  expect(problemsIn({ kind: 'completion', constructor: 1 })).toMatchObject([{ code: 'unknown_key' }])
})

test.for(['chekpoint', 'Completion', '', 'constructor'])('a gate of kind %j is an error that names it', (kind) => {
  expect(problemsIn({ kind })).toMatchObject([{ path: '/kind', message: expect.stringContaining(`"${kind}"`) }])
})

test('the nearest kind of gate is suggested', () => {
  expect(problemsIn({ kind: 'complition' })).toMatchObject([{ message: expect.stringContaining('"completion"') }])
})

test.for<[unknown, string]>([
  [null, ''],
  ['completion', ''],
  [[], ''],
  [{}, '/kind'],
  [{ kind: null }, '/kind'],
  [{ kind: 'checkpoint' }, '/type'],
  [{ kind: 'checkpoint', type: '' }, '/type'],
  [{ kind: 'checkpoint', type: 3 }, '/type'],
  [{ kind: 'phase' }, '/phase'],
  [{ kind: 'phase', phase: '' }, '/phase'],
  [{ kind: 'phase', phase: 'x', number: -1 }, '/number'],
  [{ kind: 'phase', phase: 'x', number: 1.5 }, '/number'],
  [{ kind: 'phase', phase: 'x', number: 'first' }, '/number'],
  [{ kind: 'phase', phase: 'x', number: null }, '/number'],
  [{ kind: 'phase', phase: 'x', milestones: 'alpha' }, '/milestones'],
  [{ kind: 'phase', phase: 'x', since_check_in: {} }, '/since_check_in/steps'],
  [{ kind: 'phase', phase: 'x', since_check_in: { steps: -1 } }, '/since_check_in/steps'],
  [{ kind: 'phase_start' }, '/phase'],
  [{ kind: 'step', phase: 'x' }, '/status'],
  [{ kind: 'step', phase: 'x', status: 'ok' }, '/status'],
  [{ kind: 'step', phase: 'x', status: 'success', warnings: 'w' }, '/warnings'],
  [{ kind: 'step', phase: 'x', status: 'success', warnings: [''] }, '/warnings/0'],
  [{ kind: 'step', phase: 'x', status: 'success', warnings: [3] }, '/warnings/0'],
  [{ kind: 'step', phase: 'x', status: 'success', errors: [{ severity: 'low' }] }, '/errors/0/text'],
  [{ kind: 'step', phase: 'x', status: 'success', totals: { warnings: -1 } }, '/totals/warnings'],
  [{ kind: 'step', phase: 'x', status: 'success', totals: { warnings: 0.5 } }, '/totals/warnings'],
  [{ kind: 'step', phase: 'x', status: 'success', totals: null }, '/totals'],
  [
    { kind: 'step', phase: 'x', status: 'success', result_handling: { on_success: 'stop' } },
    '/result_handling/on_success',
  ],
  [{ kind: 'action' }, '/action'],
  [{ kind: 'action', action: 'x' }, '/action'],
  [{ kind: 'action', action: { irreversibility: 'severe' } }, '/action/irreversibility'],
  [{ kind: 'action', action: { irreversibility: 2 } }, '/action/irreversibility'],
  [{ kind: 'action', action: { risk_amplifier: 1 } }, '/action/risk_amplifier'],
  [{ kind: 'action', action: {}, tier: 'frontier' }, '/tier'],
  [{ kind: 'action', action: {}, spent_usd: -1 }, '/spent_usd'],
  [{ kind: 'action', action: {}, spent_usd: 'much' }, '/spent_usd'],
  [{ kind: 'action', action: {}, spent_usd: '1e999' }, '/spent_usd'],
  [{ kind: 'action', action: {}, spent_usd: null }, '/spent_usd'],
  [{ kind: 'action', action: {}, context: 3 }, '/context'],
  [{ kind: 'action', action: {}, risk_profile: { privacy: 'secret' } }, '/risk_profile/privacy'],
  [{ kind: 'action', action: {}, risk_profile: { financial_cents: -1 } }, '/risk_profile/financial_cents'],
  [{ kind: 'action', action: {}, risk_profile: null }, '/risk_profile'],
  [{ kind: 'tool' }, '/tool'],
  [{ kind: 'tool', tool: '' }, '/tool'],
  [{ kind: 'tool', tool: 'x', args: [] }, '/args'],
  [{ kind: 'tool', tool: 'x', annotations: { readOnlyHint: 'yes' } }, '/annotations/readOnlyHint'],
  [{ kind: 'push', signals: { errorCount: '3' } }, '/signals/errorCount'],
  [{ kind: 'push', signals: null }, '/signals'],
  [{ kind: 'pop', signals: { successSignals: 'done' } }, '/signals/successSignals'],
])('%j is an error at %j', ([input, path]) => {
  expect(problemsIn(input).map((problem) => problem.path)).toEqual([path])
})

test('words are read in any case, numbers also from text, and first phases as number 1', () => {
  expect(
    Gate.parse({
      kind: 'action',
      confidence: '0.75',
      action: { kind: 'Standard', irreversibility: 'LOW', regret_potential: 'Medium', risk_amplifier: 'None' },
      risk_profile: { financial_cents: '12', privacy: 'Public', accuracy: 'CRITICAL', compute: 'Instant' },
      context: 'Agent_Autonomous',
      tier: 'USER',
      spent_usd: '0.25',
    }),
  ).toEqual({
    kind: 'action',
    confidence: 0.75,
    action: { kind: 'standard', irreversibility: 'low', regret_potential: 'medium', risk_amplifier: false },
    risk_profile: { financial_cents: 12, privacy: 'public', accuracy: 'critical', compute: 'instant' },
    context: 'agent_autonomous',
    tier: 'user',
    spent_usd: 0.25,
  })
  expect(Gate.parse({ kind: 'phase', phase: 'x', number: 0 })).toMatchObject({ number: 1 })
  expect(Gate.parse({ kind: 'phase', phase: 'x', number: '7' })).toMatchObject({ number: 7 })
})

test('reading a gate does not change what was written', () => {
  const input = Object.freeze({ kind: 'action', action: Object.freeze({ irreversibility: 'LOW' }), confidence: '1' })
  Gate.parse(input)
  expect(input).toEqual({ kind: 'action', action: { irreversibility: 'LOW' }, confidence: '1' })
})
