import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Gate, type GateKind, type GateOf } from '../../model/gate.ts'
import { SEVERITIES } from '../../model/issue.ts'
import { TOLERANCES } from '../../model/run.ts'
import { OUTCOMES, VERDICTS } from '../../model/verdict.ts'
import { decideFresh, outcomeOn, question, textOf } from '../../testing/arbitraries.ts'
import { gateInputOf, UNREADABLE } from '../../testing/arbitrary-gate.ts'
import { documentAbout } from '../../testing/arbitrary-policy.ts'
import { catalog } from '../../testing/catalog.ts'
import { resolvePolicy } from '../resolve.ts'

const THREAD = ['auto_advance_states', 'consent_required_kinds', 'inference_confidence_floor']
const RISK = ['irreversibility_threshold', 'regret_potential_threshold', 'pause_on_risk_amplifier', 'risk_tolerance']

/** The last column of the contract's table of gates. */
const JUDGED_BY: Readonly<Record<GateKind, readonly string[]>> = {
  checkpoint: ['checkpoint_types'],
  phase: ['checkpoint_types', 'phase_stops', 'custom_stops', 'check_in_frequency'],
  phase_start: ['checkpoint_types', 'require_approval_for'],
  completion: ['checkpoint_types', 'phase_stops', 'check_in_frequency'],
  step: ['checkpoint_types', 'check_in_frequency', 'warning_tolerance', 'error_tolerance', 'limits'],
  intent: ['checkpoint_types', ...THREAD],
  context: ['checkpoint_types', ...THREAD],
  action: [
    'checkpoint_types',
    ...THREAD,
    ...RISK,
    'allowed_action_kinds',
    'allowed_invocation_contexts',
    'inference_floor_tier',
    'inference_ceiling_tier',
    'budget_usd',
    'combined_inference',
  ],
  tool: ['rules', 'checkpoint_types', ...RISK, 'allowed_invocation_contexts', 'budget_usd'],
  push: ['frames'],
  pop: ['frames'],
}

test('the verdict is the most severe outcome of the trace', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      const { verdict, trace, reason } = decideFresh(policy!, gate)
      const worst = Math.max(...trace.map((entry) => OUTCOMES.indexOf(entry.outcome)))
      expect(VERDICTS.indexOf(verdict)).toBe(worst)
      expect(reason).toMatch(/^[A-Z][^]*\.$/)
    }),
  )
})

test('gates of one kind are always judged by the same axes in the same order', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      expect(textOf(decideFresh(policy!, gate).trace.map((entry) => entry.axis))).toBe(textOf(JUDGED_BY[gate.kind]))
    }),
  )
})

test('only rules, and frames that are not to be changed, deny; only issues stop', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      const { trace } = decideFresh(policy!, gate)
      const saying = (said: string) => trace.filter(({ outcome }) => outcome === said).map(({ axis }) => axis)
      expect(['rules', 'frames']).toEqual(expect.arrayContaining(saying('deny')))
      expect(['warning_tolerance', 'error_tolerance', 'limits']).toEqual(expect.arrayContaining(saying('stop')))
    }),
  )
})

const unsaid = fc.oneof(
  fc
    .tuple(fc.constantFrom('intent', 'context', 'action'), fc.constantFrom(...UNREADABLE, undefined))
    .chain(([kind, confidence]) => gateInputOf(kind as GateKind).map((gate) => ({ ...gate, confidence }))),
  fc
    .tuple(
      gateInputOf('action'),
      fc.constantFrom('clarification', 'CLARIFICATION', 'odd', '', 'constructor', null, undefined),
    )
    .map(([gate, kind]) => ({ ...gate, action: { ...('action' in gate ? gate.action : {}), kind } })),
  fc
    .tuple(fc.constantFrom('action', 'tool'), fc.constantFrom('elsewhere', '', 'constructor'))
    .chain(([kind, context]) => gateInputOf(kind as GateKind).map((gate) => ({ ...gate, context }))),
)

test('no policy lets pass what it cannot know: no confidence, an unknown kind of action, an unknown context', () => {
  fc.assert(
    fc.property(unsaid, documentAbout('action'), (input, document) => {
      expect(decideFresh(resolvePolicy(document, catalog), Gate.parse(input)).verdict).not.toBe('allow')
    }),
  )
})

test('a missing word for risk counts as high', () => {
  const words = fc.constantFrom('irreversibility', 'regret_potential')
  fc.assert(
    fc.property(gateInputOf('action'), words, documentAbout('action'), (input, word, document) => {
      const policy = resolvePolicy(document, catalog)
      const action = 'action' in input ? input.action : {}
      const [absent, high] = [undefined, 'high'].map((said) =>
        decideFresh(policy, Gate.parse({ ...input, action: { ...action, [word]: said } })),
      )
      const judged = (decision = high) =>
        decision?.trace.map(({ axis, outcome, observed }) => [axis, outcome, observed])
      expect(judged(absent)).toEqual(judged(high))
    }),
  )
})

test('a deny rule that matches wins over whatever else the policy says, in any place of the list', () => {
  fc.assert(
    fc.property(gateInputOf('tool'), documentAbout('tool'), fc.nat(5), (input, document, place) => {
      const gate = Gate.parse(input)
      const rules = [...((document['rules'] ?? []) as unknown[])]
      rules.splice(place, 0, { match: { tool: 'tool' in input ? input.tool : '' }, then: 'deny' })
      expect(decideFresh(resolvePolicy({ ...document, rules }, catalog), gate).verdict).toBe('deny')
    }),
  )
})

test('an allow rule lifts no axis but the three of risk', () => {
  fc.assert(
    fc.property(gateInputOf('tool'), documentAbout('tool'), (input, document) => {
      const gate = Gate.parse(input)
      const rules = (document['rules'] ?? []) as unknown[]
      const before = decideFresh(resolvePolicy(document, catalog), gate)
      const vouched = decideFresh(
        resolvePolicy({ ...document, rules: [...rules, { match: { tool: '*' }, then: 'allow' }] }, catalog),
        gate,
      )
      for (const axis of ['rules', 'checkpoint_types', 'risk_tolerance', 'allowed_invocation_contexts', 'budget_usd']) {
        expect(outcomeOn(vouched, axis)).toBe(outcomeOn(before, axis))
      }
    }),
  )
})

test('a report keeps every issue and counts every tolerated one, however short the list is cut', () => {
  fc.assert(
    fc.property(gateInputOf('step'), documentAbout('step'), (input, document) => {
      const gate = Gate.parse(input) as GateOf<'step'>
      const policy = resolvePolicy(document, catalog)
      const decision = decideFresh(policy, gate)
      const silent = gate.status === 'failure' && gate.errors.length === 0 ? 1 : 0
      expect(decision.issues?.warnings.length).toBe(gate.warnings.length)
      expect(decision.issues?.errors.length).toBe(gate.errors.length + silent)

      for (const [kind, setting, most] of COUNTED) {
        const own = Object.hasOwn(policy.overrides, gate.phase) ? policy.overrides[gate.phase]?.[setting] : undefined
        const allowed = SEVERITIES.slice(0, TOLERANCES.indexOf(own ?? policy[setting]))
        const tolerated = decision.issues![kind].filter(({ severity }) => allowed.includes(severity))
        const room = decision.truncated ? Math.max(0, policy.limits[most] - gate.totals[kind]) : Infinity
        expect(decision.totals?.[kind]).toBe(gate.totals[kind] + tolerated.length)
        expect(textOf(decision.collected?.[kind])).toBe(textOf(tolerated.slice(0, room)))
      }
    }),
  )
})

test('a reached limit stops the run, or shortens the report where the policy says so', () => {
  fc.assert(
    fc.property(gateInputOf('step'), documentAbout('step'), (input, document) => {
      const policy = resolvePolicy(document, catalog)
      const decision = decideFresh(policy, Gate.parse(input))
      const reached = COUNTED.some(([kind, , most]) => decision.totals![kind] >= policy.limits[most])
      const stops = policy.limits.on_limit_reached === 'stop'
      expect(outcomeOn(decision, 'limits')).toBe(reached && stops ? 'stop' : 'pass')
      expect(decision.truncated).toBe(reached && !stops)
    }),
  )
})

const COUNTED = [
  ['warnings', 'warning_tolerance', 'max_total_warnings'],
  ['errors', 'error_tolerance', 'max_total_errors'],
] as const
