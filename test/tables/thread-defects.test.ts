import { expect, test } from 'vitest'
import type { GateInput } from '../../src/model/gate.ts'
import { Gate } from '../../src/model/gate.ts'
import { compilePolicy } from '../../src/policy/compile.ts'
import { decide } from '../../src/policy/decide.ts'
import { effectivePolicy } from '../../src/policy/meet.ts'
import { resolveChild, resolvePolicy } from '../../src/policy/resolve.ts'
import { catalog } from '../../src/testing/catalog.ts'
import { failingAxes } from '../../src/testing/failing-axes.ts'

type ActionGate = Extract<GateInput, { kind: 'action' }>
const anAction = (gate: Partial<ActionGate> = {}): ActionGate => ({
  kind: 'action',
  confidence: 0.9,
  action: { kind: 'standard', name: 'send_mail', irreversibility: 'low', regret_potential: 'low' },
  ...gate,
})

test('defect 1: the consents of the saved compositions really hold their gates', () => {
  const skipsAllWaits = {
    auto_advance_states: ['awaiting_intent_confirmation', 'awaiting_context_confirmation', 'awaiting_confirmation'],
  }
  const planned = { preset: 'threads/plan_then_review', ...skipsAllWaits }
  const asked = { preset: 'threads/hands_off', ...skipsAllWaits }
  expect(failingAxes(planned, anAction())).toEqual(['consent_required_kinds'])
  expect(failingAxes(asked, anAction())).toEqual(['consent_required_kinds'])
  expect(failingAxes(asked, { kind: 'intent', confidence: 1 })).toEqual(['consent_required_kinds'])
  expect(failingAxes(asked, { kind: 'context', confidence: 1 })).toEqual(['consent_required_kinds'])
})

test('defect 2: the amplifier of a named standard action is consulted', () => {
  const gate = anAction()
  const amplified = { ...gate, action: { ...gate.action, risk_amplifier: 'sends to people outside' } }
  expect(failingAxes('threads/end_to_end', amplified)).toEqual(['pause_on_risk_amplifier'])
})

test('defect 3: the risk profile of the job is read', () => {
  const gate = anAction({ risk_profile: { financial_cents: 5000, privacy: 'public' } })
  expect(failingAxes('threads/end_to_end', gate)).toEqual(['risk_tolerance'])
})

test('defect 4: tightening a parent tightens its running children', () => {
  const before = resolvePolicy('threads/end_to_end', catalog)
  const child = resolveChild(before, {}, catalog)
  const tightened = resolvePolicy('threads/hands_off', catalog)
  const verdictUnder = (parent: typeof before) =>
    decide(compilePolicy(effectivePolicy(child, [parent]), catalog), Gate.parse(anAction())).verdict
  expect(verdictUnder(before)).toBe('allow')
  expect(verdictUnder(tightened)).toBe('ask')
})

test.for(['standard', 'improvised', 'suggestion', 'clarification'])(
  'defect 5: an empty set of kinds allows nothing, %s neither',
  (kind) => {
    const policy = { preset: 'threads/end_to_end', allowed_action_kinds: [] }
    const gate = anAction({ action: { ...anAction().action, kind } })
    expect(failingAxes(policy, gate)).toEqual(['allowed_action_kinds'])
    expect(resolvePolicy(policy, catalog).allowed_action_kinds).toEqual([])
  },
)

test('defect 5: an empty set of contexts allows nothing', () => {
  const policy = { preset: 'threads/end_to_end', allowed_invocation_contexts: [] }
  expect(failingAxes(policy, anAction({ context: 'agent_autonomous' }))).toEqual(['allowed_invocation_contexts'])
})

test.for<[string, Partial<ActionGate>]>([
  ['allowed_invocation_contexts', { context: 'user_invocation' }],
  ['inference_floor_tier', { tier: 'local_fast' }],
  ['inference_ceiling_tier', { tier: 'user' }],
])('defect 9: %s is judged at run time', ([axis, evidence]) => {
  expect(failingAxes('threads/end_to_end', anAction(evidence))).toEqual([axis])
})
