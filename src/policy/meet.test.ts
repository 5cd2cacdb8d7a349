import { expect, test } from 'vitest'
import { catalog } from '../testing/catalog.ts'
import { deepFreeze } from '../testing/deep-freeze.ts'
import { compare } from './compare.ts'
import { delegableOf, effectivePolicy, meet } from './meet.ts'
import { resolveChild, resolvePolicy } from './resolve.ts'

const policyOf = (document: unknown) => deepFreeze(resolvePolicy(document, catalog))
const rule = (tool: string, then: string) => ({ match: { tool }, then })

test.for<[string, unknown, unknown, unknown]>([
  // axis, one, other, the loosest that is as strict as both
  ['checkpoint_types', ['a'], ['b'], ['a', 'b']],
  ['checkpoint_types', ['a'], 'all', 'all'],
  ['checkpoint_types', 'none', ['a'], ['a']],
  ['checkpoint_types', 'none', 'none', 'none'],
  ['custom_stops', { every_n_phases: 4 }, { every_n_phases: 6 }, { every_n_phases: 2 }],
  ['custom_stops', { every_n_phases: 3 }, {}, { every_n_phases: 3 }],
  ['custom_stops', { milestones: ['b'] }, { milestones: ['a'] }, { milestones: ['a', 'b'] }],
  ['custom_stops', { confidence_below: 0.3 }, { confidence_below: 0.4 }, { confidence_below: 0.4 }],
  ['check_in_frequency', 'per-step', 'never', 'per-step'],
  ['require_approval_for', ['b'], ['a'], ['a', 'b']],
  ['warning_tolerance', 'low', 'medium', 'low'],
  ['error_tolerance', 'high', 'none', 'none'],
  ['auto_advance_states', ['proposed', 'done'], ['done', 'executing'], ['done']],
  ['consent_required_kinds', ['intent_inferred'], ['action_picked'], ['action_picked', 'intent_inferred']],
  ['inference_confidence_floor', 0.2, 0.8, 0.8],
  ['irreversibility_threshold', 'low', 'high', 'low'],
  ['regret_potential_threshold', 'high', 'medium', 'medium'],
  ['pause_on_risk_amplifier', true, false, true],
  ['pause_on_risk_amplifier', false, false, false],
  ['combined_inference', true, false, false],
  ['combined_inference', true, true, true],
  ['allowed_action_kinds', ['standard'], ['improvised'], []],
  ['allowed_invocation_contexts', ['fsm_internal', 'action_proposal'], ['fsm_internal'], ['fsm_internal']],
  ['inference_floor_tier', 'local_fast', 'frontier_best', 'frontier_best'],
  ['inference_ceiling_tier', 'user', 'frontier_best', 'frontier_best'],
  ['budget_usd', 0.5, 0.2, 0.2],
  ['rules', [rule('a', 'ask')], [rule('a', 'deny')], [rule('a', 'deny')]],
  ['rules', [rule('a', 'ask')], [rule('b', 'deny')], [rule('b', 'deny'), rule('a', 'ask')]],
  ['rules', [rule('a', 'allow')], [], []],
  ['rules', [rule('a', 'allow')], [rule('a', 'allow'), rule('b', 'allow')], [rule('a', 'allow')]],
  [
    'rules',
    [{ ...rule('a', 'allow'), because: 'It only reads.' }],
    [{ ...rule('a', 'allow'), because: 'Ada said so.' }],
    [{ ...rule('a', 'allow'), because: 'Ada said so.' }],
  ],
  [
    'limits',
    { max_total_warnings: 1, max_total_errors: 9, on_limit_reached: 'truncate' },
    { max_total_warnings: 9, max_total_errors: 1, on_limit_reached: 'stop' },
    { max_total_warnings: 1, max_total_errors: 1, on_limit_reached: 'stop' },
  ],
  [
    'phase_stops',
    { initial_strategic: true, strategic: false, tactical: false, completion: false },
    { initial_strategic: false, strategic: false, tactical: true, completion: false },
    { initial_strategic: true, strategic: false, tactical: true, completion: false },
  ],
  [
    'risk_tolerance',
    { financial_cents: 1, privacy: 'public', accuracy: 'low_stakes', compute: 'expensive' },
    { financial_cents: 9, privacy: 'internal', accuracy: 'critical', compute: 'instant' },
    { financial_cents: 1, privacy: 'internal', accuracy: 'low_stakes', compute: 'instant' },
  ],
  [
    'overrides',
    { a: { warning_tolerance: 'none' }, b: { warning_tolerance: 'high' } },
    { a: { error_tolerance: 'high' } },
    { a: { warning_tolerance: 'none', error_tolerance: 'none' }, b: { warning_tolerance: 'low' } },
  ],
])('%s: of %j and %j the stricter is %j', ([axis, one, other, expected]) => {
  const [a, b] = [policyOf({ [axis]: one }), policyOf({ [axis]: other })]
  expect(meet(a, b)).toHaveProperty(axis, expected)
  expect(meet(b, a)).toHaveProperty(axis, expected)
})

test('frames meet at the stricter level and the higher thresholds', () => {
  const a = policyOf({ frames: { level: 'auto', push_threshold: 10, pop_threshold: 90 } })
  const b = policyOf({ frames: { level: 'manual', push_threshold: 20, pop_threshold: 30 } })
  expect(meet(a, b).frames).toMatchObject({ level: 'manual', push_threshold: 20, pop_threshold: 90 })
})

test('frames meet at the hints and heuristics that both have', () => {
  const chosen = (suggest_in_context: boolean, ...enabled_heuristics: readonly string[]) =>
    policyOf({ frames: { suggest_in_context, enabled_heuristics } })
  const [a, b] = [chosen(true, 'complexity', 'duration'), chosen(true, 'duration', 'stagnation')]
  expect(meet(a, b).frames).toMatchObject({ suggest_in_context: true, enabled_heuristics: ['duration'] })
  expect(meet(a, chosen(false)).frames).toMatchObject({ suggest_in_context: false, enabled_heuristics: [] })
})

test('a narrow controller may hand on more than it may do itself', () => {
  const controller = policyOf({
    budget_usd: 0,
    allowed_action_kinds: [],
    delegable: { budget_usd: 2, allowed_action_kinds: ['standard'] },
  })
  const child = resolveChild(controller, {}, catalog)
  expect(child).toMatchObject({ budget_usd: 2, allowed_action_kinds: ['standard'] })
  expect(compare(controller, child).legal).toBe(true)
  expect(effectivePolicy(child, [controller])).toMatchObject({ budget_usd: 2, allowed_action_kinds: ['standard'] })
})

test('what delegable does not name is the policy’s own', () => {
  const parent = policyOf({ preset: 'threads/hands_off', delegable: { budget_usd: 0.1 } })
  expect(delegableOf(parent)).toEqual({ ...policyOf('threads/hands_off'), budget_usd: 0.1, delegable: {} })
})

test('a delegable may name a preset, which stands over the policy’s own values', () => {
  const parent = policyOf({ preset: 'threads/hands_off', delegable: { preset: 'threads/end_to_end', budget_usd: 0.3 } })
  expect(delegableOf(parent)).toEqual({ ...policyOf('threads/end_to_end'), budget_usd: 0.3, delegable: {} })
})

test('a job has the stricter of its own and what its parent hands on, axis by axis', () => {
  const parent = policyOf({ delegable: { budget_usd: 1, warning_tolerance: 'none' } })
  const own = policyOf({ budget_usd: 5, warning_tolerance: 'high', error_tolerance: 'none' })
  expect(effectivePolicy(own, [parent])).toMatchObject({
    budget_usd: 1,
    warning_tolerance: 'none',
    error_tolerance: 'none',
  })
})

test('a parent’s own values do not bind its child where it hands on more', () => {
  const parent = policyOf({ budget_usd: 0, delegable: { budget_usd: 1 } })
  expect(effectivePolicy(policyOf({ budget_usd: 0.7 }), [parent]).budget_usd).toBe(0.7)
})

test('a job without ancestors has its own policy', () => {
  const own = policyOf('jobs/guided')
  expect(effectivePolicy(own, [])).toEqual(own)
})

test('tightening a parent later reaches its child', () => {
  const child = resolveChild(policyOf('standard'), { warning_tolerance: 'low' }, catalog)
  const tightened = policyOf({ warning_tolerance: 'none', phase_stops: { tactical: true } })
  const effective = effectivePolicy(child, [tightened])
  expect(effective.warning_tolerance).toBe('none')
  expect(effective.phase_stops.tactical).toBe(true)
})

test('loosening a parent later does not loosen a child that said what it wants', () => {
  const child = resolveChild(policyOf('standard'), { budget_usd: 0.1 }, catalog)
  expect(effectivePolicy(child, [policyOf({ budget_usd: 99 })]).budget_usd).toBe(0.1)
})

test('a grandchild is bounded by every ancestor, in any order', () => {
  const grandparent = policyOf({ budget_usd: 0.1, warning_tolerance: 'high' })
  const parent = policyOf({ budget_usd: 9, warning_tolerance: 'none' })
  const own = policyOf({ budget_usd: 9, warning_tolerance: 'high' })
  const effective = effectivePolicy(own, [grandparent, parent])
  expect(effective).toMatchObject({ budget_usd: 0.1, warning_tolerance: 'none' })
  expect(effectivePolicy(own, [parent, grandparent])).toEqual(effective)
})

test('a child may not hand on more than it was handed', () => {
  const parent = policyOf({ delegable: { budget_usd: 1 } })
  const greedy = resolveChild(parent, { delegable: { budget_usd: 2 } }, catalog)
  expect(compare(parent, greedy)).toMatchObject({ legal: false, violations: ['delegable'] })
  expect(delegableOf(effectivePolicy(greedy, [parent])).budget_usd).toBe(1)

  const narrow = resolveChild(parent, { budget_usd: 0.2, delegable: { budget_usd: 2 } }, catalog)
  expect(effectivePolicy(narrow, [parent])).toMatchObject({ budget_usd: 0.2, delegable: { budget_usd: 1 } })
})

test('a child’s override may not be looser in effect than what its parent handed on', () => {
  const parent = policyOf({ warning_tolerance: 'low' })
  const child = resolveChild(parent, { overrides: { build: { warning_tolerance: 'high' } } }, catalog)
  expect(compare(parent, child).violations).toEqual(['overrides'])
  expect(effectivePolicy(child, [parent]).overrides).toEqual({ build: { warning_tolerance: 'low' } })
})

test('a parent’s stricter phase holds although the child never heard of it', () => {
  const parent = policyOf({ warning_tolerance: 'high', overrides: { release: { warning_tolerance: 'none' } } })
  const child = resolveChild(parent, { overrides: {} }, catalog)
  expect(compare(parent, child).violations).toEqual(['overrides'])
  expect(effectivePolicy(child, [parent]).overrides).toEqual({ release: { warning_tolerance: 'none' } })
})

test('what is handed on is only what was named, and phase settings go with those of the run', () => {
  expect(policyOf({ delegable: { budget_usd: 9 } }).delegable).toEqual({ budget_usd: 9 })
  const overrides = { build: { check_in_frequency: 'per-step' } } as const
  for (const name of ['check_in_frequency', 'warning_tolerance', 'error_tolerance'] as const) {
    const value = name === 'check_in_frequency' ? 'never' : 'high'
    expect(policyOf({ overrides, delegable: { [name]: value } }).delegable).toEqual({ [name]: value, overrides })
  }
})

test('of several layers the last one that names a delegable counts', () => {
  const presets = new Map(catalog.presets)
  presets.set('team/narrow', { name: 'team/narrow', sentence: '', policy: { delegable: { budget_usd: 1 } } })
  const own = { ...catalog, presets }
  expect(resolvePolicy({ preset: 'team/narrow', budget_usd: 3 }, own).delegable).toEqual({ budget_usd: 1 })
  expect(resolvePolicy({ preset: 'team/narrow', delegable: { budget_usd: 2 } }, own).delegable).toEqual({
    budget_usd: 2,
  })
})

test('meeting names on what is handed on exactly what either side names', () => {
  const met = meet(policyOf({ delegable: { budget_usd: 9 } }), policyOf({ delegable: { warning_tolerance: 'high' } }))
  expect(met.delegable).toEqual({ budget_usd: 0.5, warning_tolerance: 'low', overrides: {} })
})
