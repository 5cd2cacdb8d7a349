import { expect, test } from 'vitest'
import { AXIS_FIELDS } from './axis-fields.ts'

test.for([
  ['warning_tolerance', 'choice'],
  ['pause_on_risk_amplifier', 'switch'],
  ['budget_usd', 'number'],
  ['allowed_action_kinds', 'several'],
  ['phase_stops', 'several'],
  ['require_approval_for', 'names'],
  ['checkpoint_types', 'names'],
  ['limits', 'parts'],
  ['risk_tolerance', 'parts'],
  ['frames', 'parts'],
  ['custom_stops', 'parts'],
  ['overrides', 'each'],
  ['rules', 'rules'],
] as const)('%s is set by a %s', ([axis, by]) => {
  expect(AXIS_FIELDS.find((field) => field.axis === axis)?.by).toBe(by)
})

test('every axis has a control of its own, and every axis and part a sentence', () => {
  expect(AXIS_FIELDS).toHaveLength(24)
  const parts = AXIS_FIELDS.flatMap((field) => (field.by === 'parts' || field.by === 'each' ? field.parts : []))
  expect([...AXIS_FIELDS, ...parts].filter(({ about }) => about === '')).toEqual([])
  expect([...AXIS_FIELDS, ...parts.map(({ field }) => field)].filter(({ by }) => by === 'text')).toEqual([])
})

test('a set of names offers those that are known, and the words for all and none', () => {
  const field = AXIS_FIELDS.find(({ axis }) => axis === 'checkpoint_types')
  expect(field).toMatchObject({ words: ['all', 'none'], known: expect.arrayContaining(['deliverable', 'tool_call']) })
})

test('a number has the limits that somebody set, and no others', () => {
  const parts = AXIS_FIELDS.flatMap((field) => (field.by === 'parts' ? field.parts : []))
  const numberOf = (key: string) => parts.find((part) => part.key === key)?.field
  expect(numberOf('every_n_phases')).toEqual({ by: 'number', least: 1, most: undefined })
  expect(numberOf('push_threshold')).toEqual({ by: 'number', least: 0, most: 100 })
})
