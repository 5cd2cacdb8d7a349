import { expect, test } from 'vitest'
import type { GateInput } from '../model/gate.ts'
import { decideUnder } from '../testing/catalog.ts'

const anAction = (action: object = {}, gate: object = {}): GateInput => ({
  kind: 'action',
  confidence: 0.9,
  action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low', ...action },
  ...gate,
})
const aStep = (step: object): GateInput => ({ kind: 'step', phase: 'build', status: 'success', ...step }) as GateInput
const STANDARD_LIMITS = { max_total_warnings: 50, max_total_errors: 20, on_limit_reached: 'stop' }
const deny = (tool: string) => ({ match: { tool }, then: 'deny' })
const ask = (tool: string) => ({ match: { tool }, then: 'ask' })
const allow = (tool: string) => ({ match: { tool }, then: 'allow' })
const free = { preset: 'threads/end_to_end' }
const SAFE_TOOL = { annotations: { readOnlyHint: true } }

const CASES: readonly [says: string, policy: object, gate: GateInput, changes: readonly object[]][] = [
  [
    'drops the one type that is asked for',
    { checkpoint_types: ['a', 'b'] },
    { kind: 'checkpoint', type: 'a' },
    [{ axis: 'checkpoint_types', from: ['a', 'b'], to: ['b'] }],
  ],
  [
    'leaves no type where only one was asked for',
    { checkpoint_types: ['a'] },
    { kind: 'checkpoint', type: 'a' },
    [{ axis: 'checkpoint_types', from: ['a'], to: 'none' }],
  ],
  [
    'names every known type but this one where a person looked at everything',
    { checkpoint_types: 'all' },
    { kind: 'checkpoint', type: 'deliverable' },
    [
      {
        axis: 'checkpoint_types',
        from: 'all',
        to: [
          'action',
          'context',
          'design_spec_approval',
          'final_output',
          'intent',
          'intermediate_step',
          'phase_start',
          'phase_transition',
          'pre_render',
          'tool_call',
        ],
      },
    ],
  ],
  [
    'opens the stops that hold the first plan, and no other',
    { preset: 'jobs/guided' },
    { kind: 'phase', phase: 'strategic', number: 1 },
    [
      {
        axis: 'phase_stops',
        from: { initial_strategic: true, strategic: true, tactical: false, completion: true },
        to: { initial_strategic: false, strategic: false, tactical: false, completion: true },
      },
    ],
  ],
  [
    'drops the custom stop that was reached, and keeps the others',
    { custom_stops: { every_n_phases: 2, milestones: ['a', 'b'], confidence_below: 0.9 } },
    { kind: 'phase', phase: 'tactical', number: 3, milestones: ['a'], confidence: 0.8 },
    [
      {
        axis: 'custom_stops',
        from: { every_n_phases: 2, milestones: ['a', 'b'], confidence_below: 0.9 },
        to: { every_n_phases: 2, milestones: ['b'], confidence_below: 0.8 },
      },
    ],
  ],
  [
    'drops the mark where the confidence is not known',
    { custom_stops: { every_n_phases: 2, confidence_below: 0.9 } },
    { kind: 'phase', phase: 'tactical', number: 3 },
    [
      {
        axis: 'custom_stops',
        from: { every_n_phases: 2, confidence_below: 0.9 },
        to: { every_n_phases: 2 },
      },
    ],
  ],
  [
    'checks in once less often, at a step',
    { check_in_frequency: 'per-step' },
    aStep({}),
    [{ axis: 'check_in_frequency', from: 'per-step', to: 'per-phase' }],
  ],
  [
    'checks in less often, at a phase',
    { check_in_frequency: 'per-step' },
    { kind: 'phase', phase: 'tactical', number: 2 },
    [{ axis: 'check_in_frequency', from: 'per-step', to: 'end-only' }],
  ],
  [
    'never checks in, at the end',
    { preset: 'jobs/full', check_in_frequency: 'per-phase' },
    { kind: 'completion' },
    [{ axis: 'check_in_frequency', from: 'per-phase', to: 'never' }],
  ],
  [
    'never checks in, at the end, where a phase is called undefined',
    { preset: 'jobs/full', check_in_frequency: 'end-only', overrides: { undefined: { check_in_frequency: 'never' } } },
    { kind: 'completion' },
    [{ axis: 'check_in_frequency', from: 'end-only', to: 'never' }],
  ],
  [
    'checks in less often in the one phase that has its own frequency',
    { overrides: { build: { check_in_frequency: 'per-step', error_tolerance: 'low' } } },
    aStep({}),
    [
      {
        axis: 'overrides',
        from: { build: { check_in_frequency: 'per-step', error_tolerance: 'low' } },
        to: { build: { check_in_frequency: 'per-phase', error_tolerance: 'low' } },
      },
    ],
  ],
  [
    'changes the override where the phase has its own setting',
    { overrides: { build: { warning_tolerance: 'none' }, test: { error_tolerance: 'low' } } },
    aStep({ warnings: [{ text: 'x', severity: 'low' }] }),
    [
      {
        axis: 'overrides',
        from: { build: { warning_tolerance: 'none' }, test: { error_tolerance: 'low' } },
        to: { build: { warning_tolerance: 'low' }, test: { error_tolerance: 'low' } },
      },
    ],
  ],
  [
    'raises a tolerance to the worst issue, not further',
    {},
    aStep({ warnings: [{ text: 'x', severity: 'medium' }] }),
    [{ axis: 'warning_tolerance', from: 'low', to: 'medium' }],
  ],
  [
    'raises the error tolerance to the worst error',
    {},
    aStep({ errors: [{ text: 'x', severity: 'low' }] }),
    [{ axis: 'error_tolerance', from: 'none', to: 'low' }],
  ],
  [
    'raises a limit just above the total',
    {},
    aStep({ totals: { warnings: 50, errors: 0 } }),
    [{ axis: 'limits', from: STANDARD_LIMITS, to: { ...STANDARD_LIMITS, max_total_warnings: 51 } }],
  ],
  [
    'cuts the report where a limit would have to be greater than any number',
    {},
    aStep({ totals: { warnings: Number.MAX_SAFE_INTEGER, errors: 20 } }),
    [{ axis: 'limits', from: STANDARD_LIMITS, to: { ...STANDARD_LIMITS, on_limit_reached: 'truncate' } }],
  ],
  [
    'names the limit that a raised tolerance would trip',
    {},
    aStep({ totals: { warnings: 49, errors: 0 }, warnings: [{ text: 'x', severity: 'high' }] }),
    [
      { axis: 'warning_tolerance', from: 'low', to: 'high' },
      { axis: 'limits', from: STANDARD_LIMITS, to: { ...STANDARD_LIMITS, max_total_warnings: 51 } },
    ],
  ],
  [
    'names both limits that raised tolerances would trip',
    { limits: { max_total_warnings: 1, max_total_errors: 1 } },
    aStep({ warnings: [{ text: 'x', severity: 'medium' }], errors: [{ text: 'x', severity: 'medium' }] }),
    [
      { axis: 'warning_tolerance', from: 'low', to: 'medium' },
      { axis: 'error_tolerance', from: 'none', to: 'medium' },
      {
        axis: 'limits',
        from: { max_total_warnings: 1, max_total_errors: 1, on_limit_reached: 'stop' },
        to: { max_total_warnings: 2, max_total_errors: 2, on_limit_reached: 'stop' },
      },
    ],
  ],
  [
    'names the limit that a raised override would trip',
    { overrides: { build: { error_tolerance: 'none' } }, limits: { max_total_errors: 1 } },
    aStep({ status: 'failure' }),
    [
      { axis: 'overrides', from: { build: { error_tolerance: 'none' } }, to: { build: { error_tolerance: 'high' } } },
      {
        axis: 'limits',
        from: { ...STANDARD_LIMITS, max_total_errors: 1 },
        to: { ...STANDARD_LIMITS, max_total_errors: 2 },
      },
    ],
  ],
  [
    'lowers the floor to the confidence',
    free,
    { kind: 'intent', confidence: 0.4 },
    [{ axis: 'inference_confidence_floor', from: 0.6, to: 0.4 }],
  ],
  [
    'lowers the floor to a confidence of nothing at all',
    free,
    { kind: 'intent', confidence: 0 },
    [{ axis: 'inference_confidence_floor', from: 0.6, to: 0 }],
  ],
  [
    'lets the thread skip the one wait, and drops the consents of the one gate',
    { auto_advance_states: ['executing'], consent_required_kinds: ['intent_confirmed', 'action_approved'] },
    { kind: 'intent', confidence: 1 },
    [
      { axis: 'auto_advance_states', from: ['executing'], to: ['awaiting_intent_confirmation', 'executing'] },
      {
        axis: 'consent_required_kinds',
        from: ['action_approved', 'intent_confirmed'],
        to: ['action_approved'],
      },
    ],
  ],
  [
    'raises each threshold to what the action says',
    { ...free, irreversibility_threshold: 'low', regret_potential_threshold: 'low' },
    anAction({ irreversibility: 'medium', regret_potential: 'high' }),
    [
      { axis: 'irreversibility_threshold', from: 'low', to: 'medium' },
      { axis: 'regret_potential_threshold', from: 'low', to: 'high' },
    ],
  ],
  [
    'stops pausing on amplifiers',
    free,
    anAction({ risk_amplifier: true }),
    [{ axis: 'pause_on_risk_amplifier', from: true, to: false }],
  ],
  [
    'raises only the fields of the risk that were exceeded',
    free,
    anAction({}, { risk_profile: { financial_cents: 70, compute: 'instant' } }),
    [
      {
        axis: 'risk_tolerance',
        from: { financial_cents: 50, privacy: 'none', accuracy: 'low_stakes', compute: 'background' },
        to: { financial_cents: 70, privacy: 'none', accuracy: 'low_stakes', compute: 'background' },
      },
    ],
  ],
  [
    'adds the kind, the context, the tier and the money that were missing',
    { ...free, allowed_action_kinds: [], allowed_invocation_contexts: [] },
    anAction({}, { context: 'fsm_internal', tier: 'local_fast', spent_usd: 0.75 }),
    [
      { axis: 'allowed_action_kinds', from: [], to: ['standard'] },
      { axis: 'allowed_invocation_contexts', from: [], to: ['fsm_internal'] },
      { axis: 'inference_floor_tier', from: 'frontier_fast', to: 'local_fast' },
      { axis: 'budget_usd', from: 0.5, to: 0.75 },
    ],
  ],
  [
    'raises the ceiling to the tier',
    free,
    anAction({}, { tier: 'user' }),
    [{ axis: 'inference_ceiling_tier', from: 'agent_headless', to: 'user' }],
  ],
  [
    'drops the rules that hold the call, and keeps the others',
    { rules: [deny('rm'), ask('r*'), deny('cp')] },
    { kind: 'tool', tool: 'rm', ...SAFE_TOOL },
    [{ axis: 'rules', from: [deny('cp'), deny('rm'), ask('r*')], to: [deny('cp')] }],
  ],
  [
    'needs no other change where an allow takes over from a dropped ask',
    { rules: [ask('rm'), allow('rm')] },
    { kind: 'tool', tool: 'rm' },
    [{ axis: 'rules', from: [ask('rm'), allow('rm')], to: [allow('rm')] }],
  ],
  [
    'drops the phase that needs approval',
    { require_approval_for: ['build', 'release'] },
    { kind: 'phase_start', phase: 'release' },
    [{ axis: 'require_approval_for', from: ['build', 'release'], to: ['build'] }],
  ],
]

test.for(CASES)('it %s', ([, policy, gate, changes]) => {
  expect(decideUnder(policy, gate).would_allow_if).toEqual(changes)
})

test.for(CASES)('with the changes made the gate passes: it %s', ([, policy, gate]) => {
  const changes = decideUnder(policy, gate).would_allow_if ?? []
  const changed = { ...policy, ...Object.fromEntries(changes.map(({ axis, to }) => [axis, to])) }
  expect(decideUnder(changed, gate)).toMatchObject({ verdict: 'allow', would_allow_if: [] })
})

test('a push that is not recommended needs the level and the threshold', () => {
  const policy = { frames: { level: 'manual', enabled_heuristics: ['duration'] } }
  const gate: GateInput = { kind: 'push', signals: { tokenCount: 20_000 } }
  const [change, ...others] = decideUnder(policy, gate).would_allow_if ?? []
  expect(others).toEqual([])
  expect(change).toMatchObject({ axis: 'frames', to: { level: 'auto', push_threshold: 30, pop_threshold: 80 } })
})

test('a push that is recommended needs the level only', () => {
  const policy = { frames: { level: 'suggest', enabled_heuristics: ['duration'], push_threshold: 10 } }
  const gate: GateInput = { kind: 'push', signals: { tokenCount: 60_000 } }
  expect(decideUnder(policy, gate).would_allow_if).toMatchObject([
    { axis: 'frames', to: { level: 'auto', push_threshold: 10 } },
  ])
})

test('an allowed gate needs no change', () => {
  expect(decideUnder('jobs/full', { kind: 'completion' }).would_allow_if).toEqual([])
})

test.for<[string, object, GateInput]>([
  ['a clarification', free, anAction({ kind: 'clarification' })],
  ['a clarification among other objections', {}, anAction({ kind: 'clarification', irreversibility: 'high' })],
  ['an action of no known kind', free, anAction({ kind: 'dance' })],
  ['an action of no kind', free, anAction({ kind: undefined })],
  ['a missing confidence', free, { kind: 'intent' }],
  ['an unreadable confidence', free, { kind: 'context', confidence: 'quite' }],
  ['a missing confidence among other objections', {}, anAction({ risk_amplifier: true }, { confidence: undefined })],
  ['a context that nobody knows', free, anAction({}, { context: 'nowhere' })],
  ['a step that wants a look itself', {}, aStep({ result_handling: { on_success: 'prompt' } })],
])('no change of policy helps %s', ([, policy, gate]) => {
  expect(decideUnder(policy, gate)).toMatchObject({ verdict: 'ask', would_allow_if: null })
})
