import { expect, test } from 'vitest'
import { AXES } from '../../src/policy/axes.ts'
import { compare } from '../../src/policy/compare.ts'
import type { Order } from '../../src/policy/order.ts'
import { resolveChild, resolvePolicy } from '../../src/policy/resolve.ts'
import { catalog } from '../../src/testing/catalog.ts'

/** Parent and child that differ on one axis. */
function onAxis(axis: string, parentValue: unknown, childValue: unknown) {
  const parent = resolvePolicy({ [axis]: parentValue }, catalog)
  return compare(parent, resolveChild(parent, { [axis]: childValue }, catalog))
}

const stops = (...[initial_strategic, strategic, tactical, completion]: readonly boolean[]) => ({
  initial_strategic,
  strategic,
  tactical,
  completion,
})
const risk = (financial_cents: number, ...[privacy, accuracy, compute]: readonly string[]) => ({
  financial_cents,
  privacy,
  accuracy,
  compute,
})
const limits = (max_total_warnings: number, max_total_errors: number, on_limit_reached: string) => ({
  max_total_warnings,
  max_total_errors,
  on_limit_reached,
})
const frames = (level: string, push_threshold: number, pop_threshold: number) => ({
  level,
  push_threshold,
  pop_threshold,
})
const rule = (tool: string, then: string) => ({ match: { tool }, then })

const ROWS: readonly [axis: string, parent: unknown, child: unknown, order: Order, reversed: Order][] = [
  // axis, parent, child, what the child is, what it is the other way round
  ['checkpoint_types', ['a'], ['a', 'b'], 'stricter', 'looser'],
  ['checkpoint_types', ['a'], 'all', 'stricter', 'looser'],
  ['checkpoint_types', 'none', ['a'], 'stricter', 'looser'],
  ['checkpoint_types', 'none', 'all', 'stricter', 'looser'],
  ['checkpoint_types', ['a', 'b'], ['b', 'a'], 'equal', 'equal'],
  ['checkpoint_types', 'none', [], 'equal', 'equal'],
  ['checkpoint_types', ['a'], ['b'], 'looser', 'looser'],
  ['phase_stops', stops(false, false, false, false), stops(true, false, false, false), 'stricter', 'looser'],
  ['phase_stops', stops(true, false, false, false), stops(true, true, false, false), 'stricter', 'looser'],
  ['phase_stops', stops(true, true, false, false), stops(true, true, true, false), 'stricter', 'looser'],
  ['phase_stops', stops(true, true, true, false), stops(true, true, true, true), 'stricter', 'looser'],
  ['phase_stops', stops(true, false, false, false), stops(false, false, true, false), 'looser', 'looser'],
  ['custom_stops', { every_n_phases: 4 }, { every_n_phases: 2 }, 'stricter', 'looser'],
  ['custom_stops', { every_n_phases: 6 }, { every_n_phases: 1 }, 'stricter', 'looser'],
  ['custom_stops', { every_n_phases: 4 }, { every_n_phases: 3 }, 'looser', 'looser'],
  ['custom_stops', {}, { every_n_phases: 9 }, 'stricter', 'looser'],
  ['custom_stops', { milestones: ['a'] }, { milestones: ['b', 'a'] }, 'stricter', 'looser'],
  ['custom_stops', { milestones: ['a'] }, { milestones: ['b'] }, 'looser', 'looser'],
  ['custom_stops', { confidence_below: 0.5 }, { confidence_below: 0.6 }, 'stricter', 'looser'],
  ['custom_stops', {}, { confidence_below: 0.1 }, 'stricter', 'looser'],
  ['check_in_frequency', 'never', 'end-only', 'stricter', 'looser'],
  ['check_in_frequency', 'end-only', 'per-phase', 'stricter', 'looser'],
  ['check_in_frequency', 'per-phase', 'per-step', 'stricter', 'looser'],
  ['require_approval_for', ['release'], ['release', 'build'], 'stricter', 'looser'],
  ['require_approval_for', [], ['release'], 'stricter', 'looser'],
  ['require_approval_for', ['build'], ['release'], 'looser', 'looser'],
  ['warning_tolerance', 'high', 'medium', 'stricter', 'looser'],
  ['warning_tolerance', 'medium', 'low', 'stricter', 'looser'],
  ['warning_tolerance', 'low', 'none', 'stricter', 'looser'],
  ['error_tolerance', 'high', 'medium', 'stricter', 'looser'],
  ['error_tolerance', 'low', 'none', 'stricter', 'looser'],
  ['limits', limits(50, 20, 'stop'), limits(49, 20, 'stop'), 'stricter', 'looser'],
  ['limits', limits(50, 20, 'stop'), limits(50, 19, 'stop'), 'stricter', 'looser'],
  ['limits', limits(50, 20, 'truncate'), limits(50, 20, 'stop'), 'stricter', 'looser'],
  ['limits', limits(50, 20, 'truncate'), limits(51, 20, 'stop'), 'looser', 'looser'],
  ['overrides', {}, { build: { warning_tolerance: 'none' } }, 'stricter', 'looser'],
  ['overrides', {}, { build: { warning_tolerance: 'high' } }, 'looser', 'stricter'],
  ['overrides', {}, { build: { warning_tolerance: 'low' } }, 'equal', 'equal'],
  ['overrides', {}, { build: {} }, 'equal', 'equal'],
  ['overrides', { a: { error_tolerance: 'low' } }, { a: { error_tolerance: 'none' } }, 'stricter', 'looser'],
  ['overrides', { a: { error_tolerance: 'low' } }, { b: { error_tolerance: 'low' } }, 'looser', 'looser'],
  ['auto_advance_states', ['proposed', 'executing'], ['proposed'], 'stricter', 'looser'],
  ['auto_advance_states', ['proposed'], [], 'stricter', 'looser'],
  ['auto_advance_states', ['proposed'], ['executing'], 'looser', 'looser'],
  ['consent_required_kinds', [], ['action_approved'], 'stricter', 'looser'],
  ['consent_required_kinds', ['action_approved'], ['action_approved', 'intent_confirmed'], 'stricter', 'looser'],
  ['consent_required_kinds', ['action_picked'], ['action_approved'], 'equal', 'equal'],
  ['consent_required_kinds', ['action_picked'], ['action_approved', 'action_picked'], 'equal', 'equal'],
  ['consent_required_kinds', ['intent_inferred'], ['context_inferred'], 'looser', 'looser'],
  ['inference_confidence_floor', 0.5, 0.6, 'stricter', 'looser'],
  ['inference_confidence_floor', 0.5, 0.5, 'equal', 'equal'],
  ['irreversibility_threshold', 'high', 'medium', 'stricter', 'looser'],
  ['irreversibility_threshold', 'medium', 'low', 'stricter', 'looser'],
  ['regret_potential_threshold', 'high', 'medium', 'stricter', 'looser'],
  ['regret_potential_threshold', 'medium', 'low', 'stricter', 'looser'],
  ['pause_on_risk_amplifier', false, true, 'stricter', 'looser'],
  [
    'risk_tolerance',
    risk(50, 'public', 'critical', 'expensive'),
    risk(49, 'public', 'critical', 'expensive'),
    'stricter',
    'looser',
  ],
  [
    'risk_tolerance',
    risk(50, 'public', 'critical', 'expensive'),
    risk(50, 'internal', 'critical', 'expensive'),
    'stricter',
    'looser',
  ],
  [
    'risk_tolerance',
    risk(50, 'public', 'critical', 'expensive'),
    risk(50, 'public', 'consequential', 'expensive'),
    'stricter',
    'looser',
  ],
  [
    'risk_tolerance',
    risk(50, 'public', 'critical', 'expensive'),
    risk(50, 'public', 'critical', 'background'),
    'stricter',
    'looser',
  ],
  [
    'risk_tolerance',
    risk(50, 'none', 'critical', 'instant'),
    risk(0, 'internal', 'critical', 'instant'),
    'looser',
    'looser',
  ],
  ['allowed_action_kinds', ['standard', 'improvised'], ['standard'], 'stricter', 'looser'],
  ['allowed_action_kinds', ['standard'], [], 'stricter', 'looser'],
  ['allowed_action_kinds', ['standard'], ['improvised'], 'looser', 'looser'],
  ['allowed_invocation_contexts', ['fsm_internal', 'action_proposal'], ['fsm_internal'], 'stricter', 'looser'],
  ['allowed_invocation_contexts', ['fsm_internal'], ['action_proposal'], 'looser', 'looser'],
  ['inference_floor_tier', 'local_fast', 'frontier_fast', 'stricter', 'looser'],
  ['inference_floor_tier', 'local_tool_calling', 'user', 'stricter', 'looser'],
  ['inference_ceiling_tier', 'user', 'agent_headless', 'stricter', 'looser'],
  ['inference_ceiling_tier', 'frontier_best', 'local_tool_calling', 'stricter', 'looser'],
  ['budget_usd', 0.5, 0.2, 'stricter', 'looser'],
  ['budget_usd', 0.5, 0, 'stricter', 'looser'],
  ['combined_inference', false, true, 'equal', 'equal'],
  ['frames', frames('auto', 70, 80), frames('suggest', 70, 80), 'stricter', 'looser'],
  ['frames', frames('suggest', 70, 80), frames('manual', 70, 80), 'stricter', 'looser'],
  ['frames', frames('auto', 70, 80), frames('auto', 71, 80), 'stricter', 'looser'],
  ['frames', frames('auto', 70, 80), frames('auto', 70, 81), 'stricter', 'looser'],
  ['frames', frames('auto', 70, 80), frames('manual', 60, 80), 'looser', 'looser'],
  ['frames', { suggest_in_context: true }, { suggest_in_context: false }, 'equal', 'equal'],
  ['frames', { enabled_heuristics: ['duration'] }, { enabled_heuristics: ['complexity'] }, 'equal', 'equal'],
  ['rules', [], [rule('rm', 'ask')], 'stricter', 'looser'],
  ['rules', [], [rule('rm', 'deny')], 'stricter', 'looser'],
  ['rules', [rule('rm', 'ask')], [rule('rm', 'deny')], 'stricter', 'looser'],
  ['rules', [], [rule('ls', 'allow')], 'looser', 'stricter'],
  ['rules', [rule('rm', 'deny')], [rule('rm', 'deny'), rule('ls', 'allow')], 'looser', 'stricter'],
  ['rules', [rule('rm', 'deny')], [rule('cp', 'deny')], 'looser', 'looser'],
  ['rules', [rule('rm', 'deny'), rule('ls', 'ask')], [rule('ls', 'ask'), rule('rm', 'deny')], 'equal', 'equal'],
  ['delegable', { budget_usd: 0.4 }, { budget_usd: 0.3 }, 'stricter', 'looser'],
]

test.for(ROWS)('%s: under %j, %j is %s', ([axis, parent, child, order]) => {
  expect(onAxis(axis, parent, child).axes).toHaveProperty(axis, order)
})

test.for(ROWS)('%s: under %j, and the other way round to %j', ([axis, parent, child, , reversed]) => {
  expect(onAxis(axis, child, parent).axes).toHaveProperty(axis, reversed)
})

test.for(ROWS.filter(([axis]) => axis !== 'delegable'))(
  'a child is legal exactly when nothing is looser: %s from %j to %j',
  ([axis, parent, child, order]) => {
    const { legal, violations, axes } = onAxis(axis, parent, child)
    expect({ legal, violations }).toEqual(
      order === 'looser' ? { legal: false, violations: [axis] } : { legal: true, violations: [] },
    )
    const others = Object.entries(axes).filter(([name]) => name !== axis)
    expect(others.every(([, one]) => one === 'equal')).toBe(true)
  },
)

test('every axis has a row', () => {
  const rows = new Set(ROWS.map(([axis]) => axis))
  expect([...AXES.map((axis) => axis.name as string), 'delegable'].filter((name) => !rows.has(name))).toEqual([])
})

test('a parent at hands_off cannot have a child at end_to_end', () => {
  const parent = resolvePolicy('threads/hands_off', catalog)
  const comparison = compare(parent, resolveChild(parent, 'threads/end_to_end', catalog))
  expect(comparison.legal).toBe(false)
  expect(comparison.violations.toSorted()).toEqual(['auto_advance_states', 'budget_usd', 'consent_required_kinds'])
})

test('a parent at end_to_end may have a child at hands_off', () => {
  const parent = resolvePolicy('threads/end_to_end', catalog)
  expect(compare(parent, resolveChild(parent, 'threads/hands_off', catalog))).toMatchObject({
    legal: true,
    violations: [],
  })
})

test('every looser axis is listed', () => {
  const parent = resolvePolicy('standard', catalog)
  const child = resolveChild(parent, { budget_usd: 9, warning_tolerance: 'high', error_tolerance: 'none' }, catalog)
  expect(compare(parent, child).violations.toSorted()).toEqual(['budget_usd', 'warning_tolerance'])
})
