import { expect, test } from 'vitest'
import type { GateInput } from '../../src/model/gate.ts'
import type { AxisName } from '../../src/policy/axes.ts'
import { resolvePolicy } from '../../src/policy/resolve.ts'
import { catalog, decideUnder } from '../../src/testing/catalog.ts'
import { entryOf, failingAxes } from '../../src/testing/failing-axes.ts'

const INFERRING = ['proposed', 'awaiting_inference', 'inferring_intent', 'inferring_context', 'inferring_action']
const CONFIRMING = ['awaiting_intent_confirmation', 'awaiting_context_confirmation']

/** What all three saved compositions say. */
const COMMON = {
  inference_confidence_floor: 0.6,
  irreversibility_threshold: 'medium',
  regret_potential_threshold: 'medium',
  pause_on_risk_amplifier: true,
  allowed_action_kinds: ['improvised', 'standard', 'suggestion'],
  allowed_invocation_contexts: ['action_proposal', 'agent_autonomous'],
  inference_floor_tier: 'frontier_fast',
  inference_ceiling_tier: 'agent_headless',
  combined_inference: false,
}
const COMPOSITIONS = {
  end_to_end: {
    ...COMMON,
    auto_advance_states: [...INFERRING, ...CONFIRMING, 'awaiting_confirmation', 'executing'],
    consent_required_kinds: [],
    budget_usd: 0.5,
  },
  plan_then_review: {
    ...COMMON,
    auto_advance_states: [...INFERRING, ...CONFIRMING],
    consent_required_kinds: ['action_approved'],
    budget_usd: 0.5,
  },
  hands_off: {
    ...COMMON,
    auto_advance_states: [],
    consent_required_kinds: ['intent_confirmed', 'context_confirmed', 'action_picked', 'action_approved'],
    budget_usd: 0.2,
  },
}
const AXES = Object.keys(COMPOSITIONS.end_to_end) as AxisName[]

const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value)
const onAxes = (from: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(AXES.map((axis) => [axis, sorted(from[axis])]))

test('the saved compositions have twelve axes', () => expect(AXES).toHaveLength(12))

test.for(Object.entries(COMPOSITIONS))('%s says exactly what is saved, on all twelve axes', ([name, composition]) => {
  expect(onAxes({ ...resolvePolicy(`threads/${name}`, catalog) })).toEqual(onAxes(composition))
  expect(onAxes({ ...catalog.presets.get(`threads/${name}`)?.policy })).toEqual(onAxes(composition))
})

test('standard says on the twelve axes what plan_then_review says', () => {
  expect(onAxes({ ...resolvePolicy('standard', catalog) })).toEqual(onAxes(COMPOSITIONS.plan_then_review))
})

type ActionGate = Extract<GateInput, { kind: 'action' }>
/** An action to which nothing can be objected. */
const anAction = (action: Partial<ActionGate['action']> = {}, gate: Partial<ActionGate> = {}): ActionGate => ({
  kind: 'action',
  confidence: 0.9,
  action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low', risk_amplifier: false, ...action },
  ...gate,
})
const free = 'threads/end_to_end'

test.for([
  // composition         intent   context  action
  ['end_to_end', 'allow', 'allow', 'allow'],
  ['plan_then_review', 'allow', 'allow', 'ask'],
  ['hands_off', 'ask', 'ask', 'ask'],
] as const)('%s, when the agent is sure and nothing is at risk', ([name, ...expected]) => {
  const gates: GateInput[] = [{ kind: 'intent', confidence: 0.9 }, { kind: 'context', confidence: 0.9 }, anAction()]
  expect(gates.map((gate) => decideUnder(`threads/${name}`, gate).verdict)).toEqual(expected)
})

const GATES: readonly GateInput[] = [{ kind: 'intent', confidence: 1 }, { kind: 'context', confidence: 1 }, anAction()]

test.for([
  // state                                intent   context  action
  ['awaiting_intent_confirmation', 'pass', 'ask', 'ask'],
  ['awaiting_context_confirmation', 'ask', 'pass', 'ask'],
  ['awaiting_confirmation', 'ask', 'ask', 'pass'],
  ['executing', 'ask', 'ask', 'ask'],
  ['inferring_intent', 'ask', 'ask', 'ask'],
  ['awaiting_action_clarification', 'ask', 'ask', 'ask'],
] as const)('only %s may be skipped', ([state, ...expected]) => {
  const policy = { preset: free, auto_advance_states: [state] }
  expect(GATES.map((gate) => entryOf('auto_advance_states', policy, gate).outcome)).toEqual(expected)
})

test.for([
  // consent               intent   context  action
  ['intent_inferred', 'ask', 'pass', 'pass'],
  ['intent_confirmed', 'ask', 'pass', 'pass'],
  ['context_inferred', 'pass', 'ask', 'pass'],
  ['context_confirmed', 'pass', 'ask', 'pass'],
  ['action_inferred', 'pass', 'pass', 'ask'],
  ['action_picked', 'pass', 'pass', 'ask'],
  ['action_approved', 'pass', 'pass', 'ask'],
] as const)('consent to %s', ([consent, ...expected]) => {
  const policy = { preset: free, consent_required_kinds: [consent] }
  expect(GATES.map((gate) => entryOf('consent_required_kinds', policy, gate).outcome)).toEqual(expected)
})

test.for<[unknown, 'pass' | 'ask']>([
  // confidence    against a floor of 0.6
  [0.6, 'pass'],
  [0.600001, 'pass'],
  [1, 'pass'],
  ['0.6', 'pass'],
  ['6e-1', 'pass'],
  ['1', 'pass'],
  [0.599999, 'ask'],
  [0, 'ask'],
  ['0.59', 'ask'],
  [undefined, 'ask'],
  [null, 'ask'],
  ['', 'ask'],
  ['high', 'ask'],
  ['0.9x', 'ask'],
  [' 0.9', 'ask'],
  ['0,9', 'ask'],
  ['0x1', 'ask'],
  ['.9', 'ask'],
  [1.0001, 'ask'],
  [90, 'ask'],
  ['90%', 'ask'],
  [-0.1, 'ask'],
  ['-1', 'ask'],
  ['1e400', 'ask'],
  [Number.NaN, 'ask'],
  [Number.POSITIVE_INFINITY, 'ask'],
  [true, 'ask'],
  [[0.9], 'ask'],
  [{}, 'ask'],
])('a confidence of %j', ([confidence, outcome]) => {
  const gates: GateInput[] = [
    { kind: 'intent', confidence },
    { kind: 'context', confidence },
    anAction({}, { confidence }),
  ]
  for (const gate of gates) {
    expect(failingAxes(free, gate)).toEqual(outcome === 'pass' ? [] : ['inference_confidence_floor'])
  }
})

test('even a floor of 0 wants a confidence', () => {
  const policy = { preset: free, inference_confidence_floor: 0 }
  expect(decideUnder(policy, { kind: 'intent', confidence: 0 }).verdict).toBe('allow')
  expect(decideUnder(policy, { kind: 'intent' }).verdict).toBe('ask')
})

test.for<[unknown, readonly string[], readonly string[]]>([
  // kind             allowed                 objections
  ['standard', ['standard'], []],
  ['STANDARD', ['standard'], []],
  ['improvised', ['standard', 'improvised'], []],
  ['suggestion', ['suggestion'], []],
  ['improvised', ['standard'], ['allowed_action_kinds']],
  ['standard', [], ['allowed_action_kinds']],
  ['dance', ['standard', 'improvised', 'suggestion', 'clarification'], ['allowed_action_kinds']],
  ['', ['standard', 'improvised', 'suggestion', 'clarification'], ['allowed_action_kinds']],
  [undefined, ['standard', 'improvised', 'suggestion', 'clarification'], ['allowed_action_kinds']],
  ['clarification', ['standard'], ['allowed_action_kinds']],
  ['clarification', ['clarification'], ['allowed_action_kinds']],
  ['Clarification', ['clarification'], ['allowed_action_kinds']],
])('an action of kind %j where %j are allowed', ([kind, allowed_action_kinds, objections]) => {
  expect(failingAxes({ preset: free, allowed_action_kinds }, anAction({ kind: kind as string }))).toEqual(objections)
})

test.for(['standard', 'jobs/full', 'workers/autonomous', 'threads/end_to_end'])(
  'a clarification asks under %s, and no change of policy helps',
  (preset) => {
    const decision = decideUnder(preset, anAction({ kind: 'clarification', blocked_on: 'the file name' }))
    expect(decision).toMatchObject({ verdict: 'ask', would_allow_if: null })
  },
)

test.for([
  // threshold   low      medium   high    missing
  ['low', 'pass', 'ask', 'ask', 'ask'],
  ['medium', 'pass', 'pass', 'ask', 'ask'],
  ['high', 'pass', 'pass', 'pass', 'pass'],
] as const)('irreversibility and regret against a threshold of %s', ([threshold, ...expected]) => {
  for (const [word, axis] of [
    ['irreversibility', 'irreversibility_threshold'],
    ['regret_potential', 'regret_potential_threshold'],
  ] as const) {
    const outcomes = (['low', 'medium', 'high', undefined] as const).map(
      (level) => entryOf(axis, { preset: free, [axis]: threshold }, anAction({ [word]: level })).outcome,
    )
    expect(outcomes).toEqual(expected)
  }
})

test.for([
  ['LOW', 'low'],
  ['Medium', 'medium'],
  ['hIgH', 'high'],
] as const)('the risk word %s is %s', ([word, level]) => {
  const gate = anAction({ irreversibility: word, regret_potential: word })
  expect(entryOf('irreversibility_threshold', free, gate).observed).toBe(level)
  expect(entryOf('regret_potential_threshold', free, gate).observed).toBe(level)
})

test('a missing or null risk word counts as high', () => {
  for (const word of [undefined, null]) {
    const gate = anAction({ irreversibility: word, regret_potential: word })
    expect(entryOf('irreversibility_threshold', free, gate).observed).toBe('high')
    expect(entryOf('regret_potential_threshold', free, gate).observed).toBe('high')
  }
})

test.for<[ActionGate['action']['risk_amplifier'], 'pass' | 'ask']>([
  [true, 'ask'],
  ['external recipient', 'ask'],
  ['NO', 'ask'],
  ['true', 'ask'],
  [['money', 'people'], 'ask'],
  [false, 'pass'],
  [undefined, 'pass'],
  ['none', 'pass'],
  ['None', 'pass'],
  [[], 'pass'],
])('the risk amplifier %j', ([risk_amplifier, outcome]) => {
  const gate = anAction({ risk_amplifier })
  expect(entryOf('pause_on_risk_amplifier', free, gate).outcome).toBe(outcome)
  expect(decideUnder({ preset: free, pause_on_risk_amplifier: false }, gate).verdict).toBe('allow')
})

test('an amplifier asks regardless of the states that may be skipped', () => {
  expect(failingAxes(free, anAction({ risk_amplifier: true }))).toEqual(['pause_on_risk_amplifier'])
})

test.for<[object, readonly string[]]>([
  // risk profile against 50 cents, none, low_stakes, background
  [{}, []],
  [{ financial_cents: 50, privacy: 'none', accuracy: 'low_stakes', compute: 'background' }, []],
  [{ financial_cents: 0, compute: 'instant' }, []],
  [{ financial_cents: '50', privacy: 'NONE' }, []],
  [{ financial_cents: 51 }, ['risk_tolerance']],
  [{ financial_cents: '50.01' }, ['risk_tolerance']],
  [{ privacy: 'internal' }, ['risk_tolerance']],
  [{ privacy: 'public' }, ['risk_tolerance']],
  [{ accuracy: 'consequential' }, ['risk_tolerance']],
  [{ accuracy: 'Critical' }, ['risk_tolerance']],
  [{ compute: 'expensive' }, ['risk_tolerance']],
])('the risk profile %j', ([risk_profile, objections]) => {
  expect(failingAxes(free, anAction({}, { risk_profile }))).toEqual(objections)
})

test.for([
  // tolerated                      at stake
  [{ financial_cents: 100 }, { financial_cents: 100 }, { financial_cents: 101 }],
  [{ privacy: 'internal' }, { privacy: 'internal' }, { privacy: 'public' }],
  [{ accuracy: 'consequential' }, { accuracy: 'consequential' }, { accuracy: 'critical' }],
  [{ compute: 'instant' }, { compute: 'instant' }, { compute: 'background' }],
] as const)('tolerating %j lets %j pass and holds %j', ([risk_tolerance, within, above]) => {
  const on = (risk_profile: object) =>
    entryOf('risk_tolerance', { preset: free, risk_tolerance }, anAction({}, { risk_profile })).outcome
  expect(on(within)).toBe('pass')
  expect(on(above)).toBe('ask')
})

test.for<[string | undefined, readonly string[], 'pass' | 'ask']>([
  // context               allowed                 outcome
  ['agent_autonomous', ['agent_autonomous'], 'pass'],
  ['AGENT_AUTONOMOUS', ['agent_autonomous'], 'pass'],
  ['user_invocation', ['agent_autonomous'], 'ask'],
  ['nowhere', ['agent_autonomous'], 'ask'],
  ['agent_autonomous', [], 'ask'],
  [undefined, ['agent_autonomous'], 'pass'],
  [undefined, [], 'pass'],
])('called from %s where %j are allowed', ([context, allowed_invocation_contexts, outcome]) => {
  const gate = anAction({}, context === undefined ? {} : { context })
  const policy = { preset: free, allowed_invocation_contexts }
  expect(failingAxes(policy, gate)).toEqual(outcome === 'pass' ? [] : ['allowed_invocation_contexts'])
})

test.for<[ActionGate['tier'], readonly string[]]>([
  // tier                  from frontier_fast to agent_headless
  ['local_tool_calling', ['inference_floor_tier']],
  ['local_fast', ['inference_floor_tier']],
  ['frontier_fast', []],
  ['frontier_balanced', []],
  ['frontier_best', []],
  ['agent_headless', []],
  ['Agent_Headless', []],
  ['user', ['inference_ceiling_tier']],
  [undefined, []],
])('inferred by the tier %s', ([tier, objections]) => {
  expect(failingAxes(free, anAction({}, tier === undefined ? {} : { tier }))).toEqual(objections)
})

test.for<[number | string | undefined, 'pass' | 'ask']>([
  // spent, of a budget of 0.5
  [0, 'pass'],
  [0.49, 'pass'],
  [0.5, 'pass'],
  ['0.5', 'pass'],
  [0.51, 'ask'],
  ['0.51', 'ask'],
  [undefined, 'pass'],
])('%j dollars are spent', ([spent_usd, outcome]) => {
  const gate = anAction({}, spent_usd === undefined ? {} : { spent_usd })
  expect(failingAxes(free, gate)).toEqual(outcome === 'pass' ? [] : ['budget_usd'])
})

test.for([
  'risk_tolerance',
  'allowed_invocation_contexts',
  'inference_floor_tier',
  'inference_ceiling_tier',
  'budget_usd',
])('%s says in the trace when it had nothing to judge', (axis) => {
  expect(entryOf(axis, free, anAction())).toMatchObject({
    outcome: 'pass',
    observed: null,
    because: expect.stringContaining('not judged'),
  })
})

test('combined inference is an optimisation and lifts no gate', () => {
  const risky = anAction({ irreversibility: 'high', risk_amplifier: true }, { confidence: 0.1 })
  const policy = { preset: 'threads/hands_off', combined_inference: true }
  expect(failingAxes(policy, risky)).toEqual(failingAxes('threads/hands_off', risky))
})

test('all that is wrong with an action is in the trace at once', () => {
  const gate = anAction(
    { kind: 'dance', irreversibility: 'high', regret_potential: 'high', risk_amplifier: true },
    { confidence: 0.1, risk_profile: { privacy: 'public' }, context: 'nowhere', tier: 'user', spent_usd: 9 },
  )
  expect(failingAxes('threads/hands_off', gate).toSorted()).toEqual(
    [
      'auto_advance_states',
      'consent_required_kinds',
      'inference_confidence_floor',
      'irreversibility_threshold',
      'regret_potential_threshold',
      'pause_on_risk_amplifier',
      'risk_tolerance',
      'allowed_action_kinds',
      'allowed_invocation_contexts',
      'inference_ceiling_tier',
      'budget_usd',
    ].toSorted(),
  )
})
