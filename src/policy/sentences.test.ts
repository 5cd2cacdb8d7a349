import { expect, test } from 'vitest'
import { GATE_KINDS, type GateInput } from '../model/gate.ts'
import { entryOf } from '../testing/failing-axes.ts'
import { AXES } from './axes.ts'

type Row = readonly [axis: string, outcome: string, because: string, policy: unknown, gate: GateInput]

/** Every sentence that an axis can write into a trace. People read them, so they are held to the letter. */
const SENTENCES: readonly Row[] = [
  ['rules', 'pass', 'no rule speaks of this call', {}, { kind: 'tool', tool: 'rm' }],
  ['checkpoint_types', 'pass', 'nobody asked to see each tool_call', {}, { kind: 'tool', tool: 'rm' }],
  [
    'irreversibility_threshold',
    'ask',
    'the irreversibility is not said, which counts as high, above medium',
    {},
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'regret_potential_threshold',
    'pass',
    'the potential for regret is at most medium',
    {},
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'pause_on_risk_amplifier',
    'ask',
    'nothing says that the tool keeps to itself, which amplifies the risk',
    {},
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'risk_tolerance',
    'pass',
    'the gate does not say what is at stake, so it is not judged',
    {},
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'allowed_invocation_contexts',
    'pass',
    'the gate does not say from which context it is called, so it is not judged',
    {},
    { kind: 'tool', tool: 'rm' },
  ],
  ['budget_usd', 'pass', 'the gate does not say what was spent, so it is not judged', {}, { kind: 'tool', tool: 'rm' }],
  [
    'checkpoint_types',
    'ask',
    'a person looks at everything',
    { checkpoint_types: 'all' },
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'checkpoint_types',
    'ask',
    'a person looks at each tool_call',
    { checkpoint_types: ['tool_call'] },
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'rules',
    'deny',
    'the rule for "rm" forbids this call',
    { rules: [{ match: { tool: 'rm' }, then: 'deny' }] },
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'rules',
    'ask',
    'the rule for "rm" puts this call before a person',
    { rules: [{ match: { tool: 'rm' }, then: 'ask' }] },
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'rules',
    'pass',
    'the rule for "rm" vouches for this call',
    { rules: [{ match: { tool: 'rm' }, then: 'allow' }] },
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'irreversibility_threshold',
    'pass',
    'the irreversibility is at most medium',
    { rules: [{ match: { tool: 'rm' }, then: 'allow' }] },
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'pause_on_risk_amplifier',
    'pass',
    'nothing amplifies the risk',
    { rules: [{ match: { tool: 'rm' }, then: 'allow' }] },
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'rules',
    'ask',
    'the rule for "rm" puts this call before a person: Ask Ada',
    { rules: [{ match: { tool: 'rm' }, then: 'ask', because: 'Ask Ada.' }] },
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'rules',
    'deny',
    'the rule for "rm" forbids this call: Release 1.2 is frozen. Ask Ada',
    { rules: [{ match: { tool: 'rm' }, then: 'deny', because: 'Release 1.2 is frozen. Ask Ada.' }] },
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'irreversibility_threshold',
    'pass',
    'the irreversibility is at most high',
    'jobs/full',
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'regret_potential_threshold',
    'pass',
    'the potential for regret is at most high',
    'jobs/full',
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'pause_on_risk_amplifier',
    'pass',
    'an amplified risk does not pause the agent',
    'jobs/full',
    { kind: 'tool', tool: 'rm' },
  ],
  [
    'risk_tolerance',
    'pass',
    'what is said to be at stake is tolerated',
    {},
    { kind: 'tool', tool: 'rm', risk_profile: { financial_cents: 1 }, context: 'agent_autonomous', spent_usd: 0.1 },
  ],
  [
    'allowed_invocation_contexts',
    'pass',
    'calls from this context are allowed',
    {},
    { kind: 'tool', tool: 'rm', risk_profile: { financial_cents: 1 }, context: 'agent_autonomous', spent_usd: 0.1 },
  ],
  [
    'budget_usd',
    'pass',
    'the budget of 0.5 dollars is not used up',
    {},
    { kind: 'tool', tool: 'rm', risk_profile: { financial_cents: 1 }, context: 'agent_autonomous', spent_usd: 0.1 },
  ],
  [
    'risk_tolerance',
    'ask',
    'more is at stake than tolerated: financial_cents, privacy',
    {},
    {
      kind: 'tool',
      tool: 'rm',
      risk_profile: { financial_cents: 51, privacy: 'public' },
      context: 'user_invocation',
      spent_usd: 0.6,
    },
  ],
  [
    'allowed_invocation_contexts',
    'ask',
    'calls from user_invocation are not allowed',
    {},
    {
      kind: 'tool',
      tool: 'rm',
      risk_profile: { financial_cents: 51, privacy: 'public' },
      context: 'user_invocation',
      spent_usd: 0.6,
    },
  ],
  [
    'budget_usd',
    'ask',
    '0.6 dollars are spent of a budget of 0.5',
    {},
    {
      kind: 'tool',
      tool: 'rm',
      risk_profile: { financial_cents: 51, privacy: 'public' },
      context: 'user_invocation',
      spent_usd: 0.6,
    },
  ],
  [
    'regret_potential_threshold',
    'ask',
    'the potential for regret is medium, above low',
    { regret_potential_threshold: 'low' },
    { kind: 'tool', tool: 'rm' },
  ],
  ['checkpoint_types', 'pass', 'nobody asked to see each final_output', {}, { kind: 'completion' }],
  ['phase_stops', 'ask', 'the end of the job goes to a person', {}, { kind: 'completion' }],
  ['check_in_frequency', 'pass', 'no check-in is due', {}, { kind: 'completion' }],
  ['phase_stops', 'pass', 'no stop is set after this', 'jobs/full', { kind: 'completion' }],
  ['checkpoint_types', 'pass', 'nobody asked to see each phase_transition', {}, { kind: 'phase', phase: 'strategic' }],
  ['phase_stops', 'ask', 'the first plan goes to a person', {}, { kind: 'phase', phase: 'strategic' }],
  ['custom_stops', 'pass', "none of the job's own stops is reached", {}, { kind: 'phase', phase: 'strategic' }],
  [
    'phase_stops',
    'ask',
    'every plan goes to a person',
    'jobs/guided',
    { kind: 'phase', phase: 'strategic', number: 2 },
  ],
  [
    'phase_stops',
    'ask',
    'every finished piece of work goes to a person',
    'jobs/dependent',
    { kind: 'phase', phase: 'tactical' },
  ],
  [
    'custom_stops',
    'ask',
    'a person looks every 2 phases and the milestone a, b is reached and the confidence is below 0.5',
    { custom_stops: { every_n_phases: 2, milestones: ['a', 'b'], confidence_below: 0.5 } },
    { kind: 'phase', phase: 'x', number: 2, milestones: ['a', 'b'], confidence: 0.4 },
  ],
  [
    'custom_stops',
    'ask',
    'the confidence is not known',
    { custom_stops: { confidence_below: 0.5 } },
    { kind: 'phase', phase: 'x', number: 3 },
  ],
  [
    'checkpoint_types',
    'pass',
    'nobody asked to see each intermediate_step',
    'runs/dry-run',
    { kind: 'step', phase: 'b', status: 'success' },
  ],
  [
    'check_in_frequency',
    'ask',
    'the run checks in after every step',
    'runs/dry-run',
    { kind: 'step', phase: 'b', status: 'success' },
  ],
  [
    'warning_tolerance',
    'pass',
    'every warning is within tolerance',
    'runs/dry-run',
    { kind: 'step', phase: 'b', status: 'success' },
  ],
  [
    'error_tolerance',
    'pass',
    'every error is within tolerance',
    'runs/dry-run',
    { kind: 'step', phase: 'b', status: 'success' },
  ],
  [
    'limits',
    'pass',
    'the totals are below the limits',
    'runs/dry-run',
    { kind: 'step', phase: 'b', status: 'success' },
  ],
  [
    'check_in_frequency',
    'ask',
    'the run checks in after every phase',
    'runs/guarded',
    { kind: 'phase', phase: 'b', number: 2 },
  ],
  ['check_in_frequency', 'ask', 'the run checks in at its end', 'runs/autonomous', { kind: 'completion' }],
  [
    'check_in_frequency',
    'pass',
    'nothing happened since the last check-in',
    'runs/guarded',
    { kind: 'phase', phase: 'b', number: 2, since_check_in: { steps: 0 } },
  ],
  [
    'check_in_frequency',
    'ask',
    'the step asks for a look after each success',
    {},
    { kind: 'step', phase: 'b', status: 'success', result_handling: { on_success: 'prompt' } },
  ],
  ['checkpoint_types', 'pass', 'nobody asked to see each phase_start', {}, { kind: 'phase_start', phase: 'b' }],
  ['require_approval_for', 'pass', 'this phase may begin without approval', {}, { kind: 'phase_start', phase: 'b' }],
  [
    'require_approval_for',
    'ask',
    'the phase b begins only after approval',
    { require_approval_for: ['b'] },
    { kind: 'phase_start', phase: 'b' },
  ],
  [
    'warning_tolerance',
    'ask',
    'a high warning is above the tolerance low',
    {},
    {
      kind: 'step',
      phase: 'b',
      status: 'failure',
      warnings: [{ text: 'x', severity: 'high' }],
      errors: [{ text: 'y', severity: 'low' }],
    },
  ],
  [
    'error_tolerance',
    'stop',
    'an error of low severity is above the tolerance none',
    {},
    {
      kind: 'step',
      phase: 'b',
      status: 'failure',
      warnings: [{ text: 'x', severity: 'high' }],
      errors: [{ text: 'y', severity: 'low' }],
    },
  ],
  [
    'limits',
    'stop',
    'the limit of 1 warnings and 0 errors is reached',
    { limits: { max_total_warnings: 1, max_total_errors: 0 } },
    { kind: 'step', phase: 'b', status: 'success', totals: { warnings: 1, errors: 0 } },
  ],
  [
    'limits',
    'pass',
    'the limit of 1 warnings is reached, so the report is cut and the count goes on',
    { limits: { max_total_warnings: 1, on_limit_reached: 'truncate' } },
    { kind: 'step', phase: 'b', status: 'success', totals: { warnings: 1, errors: 0 } },
  ],
  ['checkpoint_types', 'pass', 'nobody asked to see each intent', {}, { kind: 'intent', confidence: 0.9 }],
  ['auto_advance_states', 'pass', 'the thread may skip this wait', {}, { kind: 'intent', confidence: 0.9 }],
  ['consent_required_kinds', 'pass', 'no consent is required here', {}, { kind: 'intent', confidence: 0.9 }],
  ['inference_confidence_floor', 'pass', 'the confidence reaches 0.6', {}, { kind: 'intent', confidence: 0.9 }],
  [
    'auto_advance_states',
    'ask',
    'the thread has to wait in awaiting_intent_confirmation',
    'hands_off',
    { kind: 'intent', confidence: 0.5 },
  ],
  [
    'consent_required_kinds',
    'ask',
    'consent is required for intent_confirmed',
    'hands_off',
    { kind: 'intent', confidence: 0.5 },
  ],
  [
    'consent_required_kinds',
    'ask',
    'consent is required for intent_confirmed, intent_inferred',
    { consent_required_kinds: ['intent_inferred', 'action_picked', 'intent_confirmed'] },
    { kind: 'intent', confidence: 0.5 },
  ],
  [
    'inference_confidence_floor',
    'ask',
    'the confidence 0.5 is below 0.6',
    'hands_off',
    { kind: 'intent', confidence: 0.5 },
  ],
  ['inference_confidence_floor', 'ask', 'the confidence is missing or unreadable', {}, { kind: 'intent' }],
  [
    'checkpoint_types',
    'pass',
    'nobody asked to see each action',
    {},
    {
      kind: 'action',
      confidence: 0.9,
      tier: 'frontier_fast',
      action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low' },
    },
  ],
  [
    'auto_advance_states',
    'ask',
    'the thread has to wait in awaiting_confirmation',
    {},
    {
      kind: 'action',
      confidence: 0.9,
      tier: 'frontier_fast',
      action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low' },
    },
  ],
  [
    'consent_required_kinds',
    'ask',
    'consent is required for action_approved',
    {},
    {
      kind: 'action',
      confidence: 0.9,
      tier: 'frontier_fast',
      action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low' },
    },
  ],
  [
    'allowed_action_kinds',
    'pass',
    'this kind of action is allowed',
    {},
    {
      kind: 'action',
      confidence: 0.9,
      tier: 'frontier_fast',
      action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low' },
    },
  ],
  [
    'inference_floor_tier',
    'pass',
    'the tier is at least frontier_fast',
    {},
    {
      kind: 'action',
      confidence: 0.9,
      tier: 'frontier_fast',
      action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low' },
    },
  ],
  [
    'inference_ceiling_tier',
    'pass',
    'the tier is at most agent_headless',
    {},
    {
      kind: 'action',
      confidence: 0.9,
      tier: 'frontier_fast',
      action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low' },
    },
  ],
  [
    'combined_inference',
    'pass',
    'how it was inferred lifts no gate',
    {},
    {
      kind: 'action',
      confidence: 0.9,
      tier: 'frontier_fast',
      action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low' },
    },
  ],
  [
    'regret_potential_threshold',
    'ask',
    'the potential for regret is not said, which counts as high, above medium',
    { inference_floor_tier: 'frontier_best' },
    { kind: 'action', confidence: 0.9, tier: 'local_fast', action: { kind: 'odd' } },
  ],
  [
    'allowed_action_kinds',
    'ask',
    'the kind of action odd is not among the allowed ones',
    { inference_floor_tier: 'frontier_best' },
    { kind: 'action', confidence: 0.9, tier: 'local_fast', action: { kind: 'odd' } },
  ],
  [
    'inference_floor_tier',
    'ask',
    'the tier local_fast is below frontier_best',
    { inference_floor_tier: 'frontier_best' },
    { kind: 'action', confidence: 0.9, tier: 'local_fast', action: { kind: 'odd' } },
  ],
  [
    'allowed_action_kinds',
    'ask',
    'the agent needs to know: "the date", "the place"',
    {},
    {
      kind: 'action',
      confidence: 0.9,
      tier: 'user',
      action: { kind: 'clarification', blocked_on: ['the date', 'the place'] },
    },
  ],
  [
    'inference_ceiling_tier',
    'ask',
    'the tier user is above agent_headless',
    {},
    {
      kind: 'action',
      confidence: 0.9,
      tier: 'user',
      action: { kind: 'clarification', blocked_on: ['the date', 'the place'] },
    },
  ],
  [
    'allowed_action_kinds',
    'ask',
    'a clarification always goes to a person',
    {},
    { kind: 'action', confidence: 0.9, action: { kind: 'clarification' } },
  ],
  [
    'inference_floor_tier',
    'pass',
    'the gate does not say which tier inferred it, so it is not judged',
    {},
    { kind: 'action', confidence: 0.9, action: { kind: 'clarification' } },
  ],
  [
    'inference_ceiling_tier',
    'pass',
    'the gate does not say which tier inferred it, so it is not judged',
    {},
    { kind: 'action', confidence: 0.9, action: { kind: 'clarification' } },
  ],
  ['allowed_action_kinds', 'ask', 'the kind of action is not said', {}, { kind: 'action', action: {} }],
  [
    'frames',
    'deny',
    'only a person opens and closes frames',
    { frames: { level: 'manual', push_threshold: 0 } },
    { kind: 'push' },
  ],
  ['frames', 'ask', 'the agent may only suggest it', { frames: { push_threshold: 0 } }, { kind: 'push' }],
  [
    'frames',
    'pass',
    'the agent opens and closes frames itself',
    { frames: { level: 'auto', push_threshold: 0 } },
    { kind: 'push' },
  ],
  ['frames', 'deny', 'a pop is not recommended', {}, { kind: 'pop' }],
  [
    'irreversibility_threshold',
    'ask',
    'the irreversibility is high, above medium',
    {},
    { kind: 'tool', tool: 'rm', annotations: { destructiveHint: true } },
  ],
  [
    'pause_on_risk_amplifier',
    'ask',
    'something amplifies the risk',
    {},
    { kind: 'tool', tool: 'rm', annotations: { openWorldHint: true } },
  ],
  [
    'rules',
    'deny',
    'the rule for "/^rm$/" forbids this call',
    { rules: [{ match: { tool: { regex: '^rm$' } }, then: 'deny' }] },
    { kind: 'tool', tool: 'rm' },
  ],
]

test.for(SENTENCES)('%s says %s: %s', ([axis, outcome, because, policy, gate]) => {
  expect(entryOf(axis, policy, gate)).toMatchObject({ outcome, because })
})

// One character beyond them makes the engine keep a whole block of a stream in two bytes a character: a tenth of its speed.
test('the sentences of axes use ASCII characters alone', () => {
  const beyond = SENTENCES.map(([, , because]) => because).filter((because) => /[^\p{ASCII}]/u.test(because))
  expect(beyond).toEqual([])
})

test.for(AXES.map((axis) => axis.name))('%s says in a sentence what it decides, and which way is stricter', (name) => {
  const axis = AXES.find((one) => one.name === name)
  expect(axis?.about).toMatch(/^[A-Z].{20,}\.$/)
  expect(axis?.stricter).toMatch(/^[a-z].{3,}$/)
})

test.for(AXES.filter((axis) => axis.reads !== undefined).map((axis) => axis.name))(
  '%s stands after the axes that change what it sees',
  (name) => {
    const names: readonly string[] = AXES.map((axis) => axis.name)
    const reads = AXES.find((axis) => axis.name === name)?.reads ?? []
    expect(reads.length).toBeGreaterThan(0)
    for (const read of reads) {
      expect(names).toContain(read)
      expect(names.indexOf(read)).toBeLessThan(names.indexOf(name))
    }
  },
)

test('an axis judges only kinds of gate that there are', () => {
  const judged = new Set<string>(AXES.flatMap((axis) => axis.judges))
  expect([...judged].toSorted()).toEqual(GATE_KINDS.toSorted())
})
