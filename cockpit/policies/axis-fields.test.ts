import { expect, test } from 'vitest'
import { AXIS_FIELDS } from './axis-fields.ts'

test.for([
  ['warning_tolerance', 'choice'],
  ['pause_on_risk_amplifier', 'switch'],
  ['budget_usd', 'number'],
  ['allowed_action_kinds', 'several'],
  ['phase_stops', 'several'],
  ['rules', 'text'],
] as const)('%s is set by a %s', ([axis, by]) => {
  expect(AXIS_FIELDS.find((field) => field.axis === axis)?.by).toBe(by)
})

test('every axis has a field and a sentence', () => {
  expect(AXIS_FIELDS).toHaveLength(24)
  expect(AXIS_FIELDS.filter(({ about }) => about === '')).toEqual([])
})
