import { expect, test } from 'vitest'
import { Decision } from '../model/decision.ts'
import { GATE_KINDS, Gate, type GateInput, type GateKind } from '../model/gate.ts'
import { OUTCOMES, type Outcome, VERDICTS } from '../model/verdict.ts'
import { catalog, decideUnder } from '../testing/catalog.ts'
import { deepFreeze } from '../testing/deep-freeze.ts'
import { entryOf } from '../testing/failing-axes.ts'
import { compilePolicy } from './compile.ts'
import { decide } from './decide.ts'
import { resolvePolicy } from './resolve.ts'

/** For each kind of gate a bare one, one that carries everything, and the axes that judge it. */
const KINDS: Readonly<Record<GateKind, { bare: GateInput; full: GateInput; axes: readonly string[] }>> = {
  checkpoint: {
    bare: { kind: 'checkpoint', type: 'draft' },
    full: { kind: 'checkpoint', type: 'deliverable' },
    axes: ['checkpoint_types'],
  },
  phase: {
    bare: { kind: 'phase', phase: 'strategic' },
    full: {
      kind: 'phase',
      phase: 'tactical',
      number: 4,
      milestones: ['beta'],
      confidence: 0.5,
      since_check_in: { steps: 2 },
    },
    axes: ['checkpoint_types', 'phase_stops', 'custom_stops', 'check_in_frequency'],
  },
  phase_start: {
    bare: { kind: 'phase_start', phase: 'build' },
    full: { kind: 'phase_start', phase: 'release' },
    axes: ['require_approval_for', 'checkpoint_types'],
  },
  completion: {
    bare: { kind: 'completion' },
    full: { kind: 'completion' },
    axes: ['checkpoint_types', 'phase_stops', 'check_in_frequency'],
  },
  step: {
    bare: { kind: 'step', phase: 'build', status: 'success' },
    full: {
      kind: 'step',
      phase: 'build',
      status: 'failure',
      warnings: ['deprecated call', { text: 'x', severity: 'high', category: 'style', suggested_fix: 'y' }],
      errors: [{ text: 'crash' }],
      totals: { warnings: 49, errors: 19 },
      result_handling: { on_success: 'prompt', on_warning: 'stop', on_failure: 'continue' },
    },
    axes: ['warning_tolerance', 'error_tolerance', 'limits', 'check_in_frequency', 'checkpoint_types'],
  },
  intent: {
    bare: { kind: 'intent' },
    full: { kind: 'intent', confidence: 0.9 },
    axes: ['auto_advance_states', 'consent_required_kinds', 'inference_confidence_floor', 'checkpoint_types'],
  },
  context: {
    bare: { kind: 'context' },
    full: { kind: 'context', confidence: '0.2' },
    axes: ['auto_advance_states', 'consent_required_kinds', 'inference_confidence_floor', 'checkpoint_types'],
  },
  action: {
    bare: { kind: 'action', action: {} },
    full: {
      kind: 'action',
      confidence: 0.9,
      action: {
        kind: 'improvised',
        name: 'send_mail',
        irreversibility: 'high',
        regret_potential: 'low',
        risk_amplifier: true,
        blocked_on: '',
      },
      risk_profile: { financial_cents: 1, privacy: 'public', accuracy: 'critical', compute: 'instant' },
      context: 'agent_autonomous',
      tier: 'user',
      spent_usd: 2,
    },
    axes: [
      'auto_advance_states',
      'consent_required_kinds',
      'inference_confidence_floor',
      'irreversibility_threshold',
      'regret_potential_threshold',
      'pause_on_risk_amplifier',
      'risk_tolerance',
      'allowed_action_kinds',
      'allowed_invocation_contexts',
      'inference_floor_tier',
      'inference_ceiling_tier',
      'budget_usd',
      'combined_inference',
      'checkpoint_types',
    ],
  },
  tool: {
    bare: { kind: 'tool', tool: 'ls' },
    full: {
      kind: 'tool',
      tool: 'rm',
      args: { path: '/', force: true },
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
      risk_profile: { privacy: 'public' },
      context: 'user_invocation',
      spent_usd: 1,
    },
    axes: [
      'rules',
      'irreversibility_threshold',
      'regret_potential_threshold',
      'pause_on_risk_amplifier',
      'risk_tolerance',
      'allowed_invocation_contexts',
      'budget_usd',
      'checkpoint_types',
    ],
  },
  push: {
    bare: { kind: 'push', signals: {} },
    full: { kind: 'push', signals: { errorCount: 4, tokenCount: 60_000 } },
    axes: ['frames'],
  },
  pop: {
    bare: { kind: 'pop', signals: {} },
    full: { kind: 'pop', signals: { successSignals: ['done'], tokenCount: 95_000 } },
    axes: ['frames'],
  },
}
const HOLDS_TOOLS = { checkpoint_types: ['tool_call'], regret_potential_threshold: 'low' }
const ALL_GATES = GATE_KINDS.flatMap((kind) => [KINDS[kind].bare, KINDS[kind].full])
const POLICIES: readonly unknown[] = [
  ...catalog.presets.keys(),
  { rules: [{ match: { tool: 'r*' }, then: 'deny' }] },
  { rules: [{ match: { tool: '*' }, then: 'ask' }], checkpoint_types: 'all' },
  { preset: 'jobs/full', limits: { on_limit_reached: 'truncate' } },
  {
    custom_stops: { every_n_phases: 2, milestones: ['beta'], confidence_below: 0.6 },
    require_approval_for: ['release'],
  },
  { overrides: { build: { check_in_frequency: 'per-step', error_tolerance: 'high' } } },
]
/** Every policy at every gate. */
function decideAll() {
  return POLICIES.flatMap((policy) => {
    const compiled = compilePolicy(resolvePolicy(policy, catalog), catalog)
    return ALL_GATES.map((gate) => ({ kind: gate.kind, decision: decide(compiled, Gate.parse(gate)) }))
  })
}
const allDecisions = () => decideAll().map(({ decision }) => decision)
const allEntries = () => allDecisions().flatMap(({ trace }) => trace)

test.for(GATE_KINDS)('the axes that judge a %s gate have one entry each, in one order, under every policy', (kind) => {
  const judged = decideAll()
    .filter((one) => one.kind === kind)
    .map(({ decision }) => decision.trace.map(({ axis }) => axis))
  expect(judged[0]?.toSorted()).toEqual(KINDS[kind].axes.toSorted())
  for (const axes of judged) expect(axes).toEqual(judged[0])
})

test('an entry says what was seen, what is allowed and why, and nothing else', () => {
  const entries = allEntries()
  const shapes = new Set(entries.map((entry) => Object.keys(entry).toSorted().join()))
  expect([...shapes]).toEqual(['axis,because,limit,observed,outcome'])
  expect(entries.filter((entry) => entry.because === '')).toEqual([])
})

test('the verdict is the most severe outcome of the trace', () => {
  const worstOf = (trace: Decision['trace']) => Math.max(...trace.map((entry) => OUTCOMES.indexOf(entry.outcome)))
  expect(allDecisions().filter(({ verdict, trace }) => verdict !== VERDICTS[worstOf(trace)])).toEqual([])
})

test('only rules and frames deny, and only tolerances and limits stop', () => {
  const entries = allEntries()
  const axesThat = (outcome: Outcome) => [
    ...new Set(entries.filter((entry) => entry.outcome === outcome).map((entry) => entry.axis)),
  ]
  expect(axesThat('deny').toSorted()).toEqual(['frames', 'rules'])
  expect(axesThat('stop').toSorted()).toEqual(['error_tolerance', 'limits', 'warning_tolerance'])
})

test('every decision is one that others can read, and survives being written as JSON', () => {
  const decisions = allDecisions()
  expect(decisions.map((decision) => Decision.parse(decision))).toEqual(decisions)
  expect(JSON.parse(JSON.stringify(decisions))).toEqual(decisions)
})

test('the reason is one sentence, and repeats why the worst axes object', () => {
  for (const { verdict, reason, trace } of allDecisions()) {
    const causes = trace.filter((entry) => entry.outcome === verdict).map((entry) => entry.because)
    expect(reason).toMatch(/^[A-Z][^\n]*\.$/)
    expect(causes.filter((cause) => !reason.includes(cause))).toEqual([])
  }
})

test('what would allow a gate is an empty list exactly when it is allowed', () => {
  for (const { verdict, would_allow_if } of allDecisions()) {
    expect(would_allow_if?.length === 0).toBe(verdict === 'allow')
  }
})

test.for([
  ['step', ['issues', 'collected', 'totals', 'truncated']],
  ['push', ['recommendation']],
  ['pop', ['recommendation']],
  ['phase', []],
  ['tool', []],
  ['action', []],
] as const)('a %s gate adds %j to the decision', ([kind, extra]) => {
  const common = ['verdict', 'reason', 'trace', 'would_allow_if', 'policy_digest']
  expect(Object.keys(decideUnder('standard', KINDS[kind].full)).toSorted()).toEqual([...common, ...extra].toSorted())
})

test('the issues of a step come back normalised, each with its fix', () => {
  expect(decideUnder('standard', KINDS.step.full)).toMatchObject({
    issues: {
      warnings: [
        { text: 'deprecated call', severity: 'medium', category: 'deprecation' },
        { text: 'x', severity: 'high', category: 'style', suggested_fix: 'y' },
      ],
      errors: [{ text: 'crash', severity: 'high', category: 'other' }],
    },
    collected: { warnings: [], errors: [] },
    totals: { warnings: 49, errors: 19 },
    truncated: false,
  })
})

test('deciding twice gives the same answer and changes neither policy nor gate', () => {
  const gates = ALL_GATES.map((gate) => deepFreeze(Gate.parse(gate)))
  for (const document of POLICIES) {
    const policy = deepFreeze(resolvePolicy(document, catalog))
    const first = compilePolicy(policy, catalog)
    const again = compilePolicy(policy, catalog)
    const answers = gates.map((gate) => decide(first, gate))
    expect(gates.map((gate) => decide(first, gate))).toEqual(answers)
    expect(gates.toReversed().map((gate) => decide(again, gate))).toEqual(answers.toReversed())
  }
})

test('all causes of the worst outcome are named, and milder ones are not', () => {
  const step: GateInput = {
    kind: 'step',
    phase: 'build',
    status: 'failure',
    warnings: [{ text: 'x', severity: 'high' }],
    errors: [{ text: 'x', severity: 'high' }],
    totals: { warnings: 50, errors: 0 },
  }
  const { reason } = decideUnder('standard', step)
  expect(reason).toMatch(/an error of high severity .* and the limit of 50 warnings is reached\.$/)
  expect(reason).not.toContain('high warning')
})

test.for<[GateInput, string, unknown]>([
  [{ kind: 'phase', phase: 'strategic', number: 0 }, 'phase_stops', { phase: 'strategic', number: 1 }],
  [{ kind: 'completion' }, 'phase_stops', 'completion'],
  [{ kind: 'intent', confidence: 'x' }, 'inference_confidence_floor', null],
  [{ kind: 'action', action: {} }, 'allowed_action_kinds', null],
  [{ kind: 'action', action: {} }, 'auto_advance_states', 'awaiting_confirmation'],
  [{ kind: 'step', phase: 'x', status: 'success' }, 'limits', { warnings: 0, errors: 0 }],
  [{ kind: 'step', phase: 'x', status: 'failure' }, 'error_tolerance', 'high'],
  [{ kind: 'tool', tool: 'ls' }, 'rules', 'ls'],
  [{ kind: 'push' }, 'frames', 0],
  [{ kind: 'step', phase: 'x', status: 'success' }, 'check_in_frequency', 'end of a step'],
  [{ kind: 'phase', phase: 'x' }, 'check_in_frequency', 'end of a phase'],
  [{ kind: 'completion' }, 'check_in_frequency', 'end of the run'],
  [
    { kind: 'phase', phase: 'x', number: 2, milestones: ['beta'], confidence: 0.5 },
    'custom_stops',
    { number: 2, milestones: ['beta'], confidence: 0.5 },
  ],
])('at %j the axis %s has seen %j', ([gate, axis, observed]) => {
  expect(decideUnder('standard', gate).trace.find((entry) => entry.axis === axis)?.observed).toEqual(observed)
})

test.for<[object, string]>([
  [{ kind: 'clarification', blocked_on: 'the file name' }, 'the file name'],
  [{ kind: 'clarification', blocked_on: ['the year', '', 'the place'] }, '"the year", "the place"'],
  [{ kind: 'clarification', blocked_on: '' }, 'always goes to a person'],
  [{ kind: 'clarification' }, 'always goes to a person'],
  [{ kind: 'dance' }, 'dance'],
  [{}, 'is not said'],
  [{ kind: null }, 'is not said'],
])('the action %j is held with a reason that says %s', ([action, says]) => {
  expect(decideUnder('jobs/full', { kind: 'action', confidence: 1, action }).reason).toContain(says)
})

test('a frame is held against the level and the threshold of its side', () => {
  const policy = { frames: { level: 'auto', push_threshold: 20, pop_threshold: 90 } }
  expect(entryOf('frames', policy, { kind: 'push' }).limit).toEqual({ level: 'auto', threshold: 20 })
  expect(entryOf('frames', policy, { kind: 'pop' }).limit).toEqual({ level: 'auto', threshold: 90 })
})

test('many causes are told as a list', () => {
  const { reason } = decideUnder({ preset: 'jobs/full', ...HOLDS_TOOLS }, { kind: 'tool', tool: 'rm', spent_usd: 9 })
  expect(reason).toBe(
    'A person is asked, because a person looks at each tool_call, the potential for regret is medium, above low and ' +
      '9 dollars are spent of a budget of 0.5.',
  )
})

test('allowed decisions share one list of no changes, which nobody can write into', () => {
  const [one, other] = [
    decideUnder('jobs/full', { kind: 'completion' }),
    decideUnder('jobs/full', { kind: 'intent', confidence: 1 }),
  ]
  expect(one.would_allow_if).toBe(other.would_allow_if)
  expect(Object.isFrozen(one.would_allow_if)).toBe(true)
})

test('an outcome that nobody knows is refused, whatever the other axes say', () => {
  const compiled = compilePolicy(resolvePolicy('jobs/full', catalog), catalog)
  const gate = Gate.parse({ kind: 'completion' })
  const [odd, ...others] = compiled.judges('completion').map(({ judge, relax }, index) => ({
    judge: (...given: Parameters<typeof judge>) => ({
      ...judge(...given),
      ...(index === 0 && { outcome: 'perhaps' as Outcome }),
    }),
    relax,
  }))
  expect(decide({ ...compiled, judges: () => [odd, ...others] as typeof others }, gate).verdict).toBe('deny')
})

test('an amplifier is seen also where it does not pause the agent', () => {
  const gate = { kind: 'tool', tool: 'ls', annotations: { openWorldHint: true } } as const
  expect(entryOf('pause_on_risk_amplifier', 'jobs/full', gate)).toMatchObject({ outcome: 'pass', observed: true })
})

const anAction = (gate: object, action: object = {}): GateInput => ({ kind: 'action', action, ...gate })

test.for<[string, GateInput]>([
  ['checkpoint_types', { kind: 'tool', tool: 'ls' }],
  ['check_in_frequency', { kind: 'completion' }],
  ['warning_tolerance', { kind: 'step', phase: 'x', status: 'success' }],
  ['error_tolerance', { kind: 'step', phase: 'x', status: 'failure' }],
  ['auto_advance_states', { kind: 'intent' }],
  ['consent_required_kinds', { kind: 'intent' }],
  ['irreversibility_threshold', anAction({}, { irreversibility: 'low' })],
  ['irreversibility_threshold', anAction({})],
  ['pause_on_risk_amplifier', { kind: 'tool', tool: 'ls' }],
  ['pause_on_risk_amplifier', anAction({}, { risk_amplifier: true })],
  ['pause_on_risk_amplifier', anAction({}, { risk_amplifier: false })],
  ['allowed_action_kinds', anAction({}, { kind: 'standard' })],
  ['allowed_action_kinds', anAction({})],
  ['allowed_invocation_contexts', anAction({ context: 'user_invocation' })],
  ['allowed_invocation_contexts', anAction({})],
  ['inference_floor_tier', anAction({ tier: 'user' })],
  ['inference_floor_tier', anAction({})],
  ['inference_ceiling_tier', anAction({ tier: 'user' })],
  ['inference_ceiling_tier', anAction({})],
])('what %s says of %j is written once, and nobody can write into it', ([axis, gate]) => {
  const compiled = compilePolicy(resolvePolicy('standard', catalog), catalog)
  const saying = () => decide(compiled, Gate.parse(gate)).trace.find((entry) => entry.axis === axis)
  expect(saying()).toBe(saying())
  expect(Object.isFrozen(saying())).toBe(true)
})
