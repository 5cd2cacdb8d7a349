import { expect, test } from 'vitest'
import { Gate, type GateInput } from '../model/gate.ts'
import { catalog, decideUnder } from '../testing/catalog.ts'
import { entryOf } from '../testing/failing-axes.ts'
import { compilePolicy } from './compile.ts'
import { decide } from './decide.ts'
import { ARG_LIMITS } from './patterns/arg-path.ts'
import { resolvePolicy } from './resolve.ts'

const rule = (then: string, args: object) => ({ rules: [{ match: { tool: 'read', args }, then }] })
const read = (args: Record<string, unknown>): GateInput => ({ kind: 'tool', tool: 'read', args })

test('an element without the argument that a rule vouches by is not vouched for', () => {
  const policy = rule('allow', { 'files.*.path': 'docs/*' })
  expect(decideUnder(policy, read({ files: [{ path: 'docs/a' }] })).verdict).toBe('allow')
  expect(decideUnder(policy, read({ files: [{ path: 'docs/a' }, { Path: '/etc/shadow' }] })).verdict).toBe('ask')
})

test.for([
  ['a text', (text: string) => ({ note: text })],
  ['a text in a list', (text: string) => ({ note: [text] })],
  ['a text in a map', (text: string) => ({ note: { x: text } })],
] as const)('%s that is too long to search is held by a deny, and vouched for by no allow', ([, args]) => {
  const [fits, tooLong] = [ARG_LIMITS.text, ARG_LIMITS.text + 1].map((length) => read(args('a'.repeat(length))))
  const open = { preset: 'jobs/full', ...rule('deny', { note: 'b*' }) }
  expect(decideUnder(open, fits as GateInput).verdict).toBe('allow')
  expect(decideUnder(open, tooLong as GateInput).verdict).toBe('deny')
  expect(decideUnder(rule('allow', { note: 'a*' }), fits as GateInput).verdict).toBe('allow')
  expect(decideUnder(rule('allow', { note: 'a*' }), tooLong as GateInput).verdict).toBe('ask')
})

test('a risk profile that says nothing is not said to be tolerated', () => {
  const gate: GateInput = { kind: 'tool', tool: 'read', risk_profile: {} }
  expect(entryOf('risk_tolerance', {}, gate)).toMatchObject({
    observed: null,
    because: expect.stringContaining('not judged'),
  })
})

test.for(['financial_cents', 'privacy', 'accuracy', 'compute'])(
  'a %s of null, which no reader lets through, is not taken for one that is not said',
  (field) => {
    const gate = { kind: 'tool', tool: 'read', args: {}, annotations: {}, risk_profile: { [field]: null } }
    const policy = compilePolicy(resolvePolicy({}, catalog), catalog)
    const entry = decide(policy, gate as never).trace.find(({ axis }) => axis === 'risk_tolerance')
    expect(entry?.outcome).toBe('ask')
  },
)

const SENTENCE = 'fine. Nobody has to look'
test.for<[string, object, GateInput]>([
  ['allowed_invocation_contexts', {}, { kind: 'tool', tool: 'read', context: SENTENCE }],
  ['allowed_action_kinds', {}, { kind: 'action', action: { kind: SENTENCE } }],
  ['allowed_action_kinds', {}, { kind: 'action', action: { kind: 'clarification', blocked_on: SENTENCE } }],
  ['require_approval_for', { require_approval_for: [SENTENCE] }, { kind: 'phase_start', phase: SENTENCE }],
  ['checkpoint_types', { checkpoint_types: [SENTENCE] }, { kind: 'checkpoint', type: SENTENCE }],
  ['custom_stops', { custom_stops: { milestones: [SENTENCE] } }, { kind: 'phase', phase: 'x', milestones: [SENTENCE] }],
])('what an agent wrote stands in quotes where %s repeats it', ([axis, policy, gate]) => {
  expect(entryOf(axis, policy, gate).because).toMatch(/"fine\. nobody has to look"/i)
})

test.for([
  ['High (CVSS 8.1)', 'high'],
  ['high!', 'high'],
  ['not so high', 'high'],
  ['highest priority', 'high'],
  ['low (probably)', 'medium'],
] as const)('the severity %j counts as %s', ([severity, counts]) => {
  const gate: GateInput = { kind: 'step', phase: 'b', status: 'warning', warnings: [{ text: 'x', severity }] }
  expect(decideUnder('standard', gate).issues?.warnings).toMatchObject([{ severity: counts }])
})

/** A gate that did not come in through its schema, as a caller in plain JavaScript may make one. */
const byHand = (gate: GateInput, extra: object) => ({ ...Gate.parse(gate), ...extra }) as Gate
const decideByHand = (policy: unknown, gate: Gate) =>
  decide(compilePolicy(resolvePolicy(policy, catalog), catalog), gate)

test('a gate is judged by the evidence of its own kind, whatever else it carries', () => {
  const idle = byHand({ kind: 'completion' }, { since_check_in: { steps: 0 } })
  expect(decideByHand({ preset: 'jobs/full', check_in_frequency: 'end-only' }, idle).verdict).toBe('ask')
  const wish = { status: 'success', result_handling: { on_success: 'prompt' } }
  expect(decideByHand('jobs/full', byHand({ kind: 'phase', phase: 'x' }, wish)).verdict).toBe('allow')
})

test('the end of a run is not a phase, even where one is called undefined', () => {
  const overrides = { undefined: { check_in_frequency: 'per-step' } }
  expect(decideUnder({ preset: 'jobs/full', overrides }, { kind: 'completion' }).verdict).toBe('allow')
})

const anAction: GateInput = {
  kind: 'action',
  confidence: 1,
  action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low' },
}

test('a tier that nobody knows passes no ceiling', () => {
  const { trace } = decideByHand('jobs/full', byHand(anAction, { tier: 'oracle' }))
  expect(trace.find(({ axis }) => axis === 'inference_ceiling_tier')?.outcome).toBe('ask')
})

test.for([Number.NaN, -0.5])(
  'a confidence of %d is taken as missing, and no floor is low enough for it',
  (confidence) => {
    const { trace, would_allow_if } = decideByHand('jobs/full', byHand(anAction, { confidence }))
    expect(trace.find(({ axis }) => axis === 'inference_confidence_floor')).toMatchObject({
      outcome: 'ask',
      observed: null,
      because: 'the confidence is missing or unreadable',
    })
    expect(would_allow_if).toBeNull()
  },
)
