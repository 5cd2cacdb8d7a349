import { expect, test } from 'vitest'
import { differences, valueText } from './value-text.ts'

test.for([
  [['a', 'b'], 'a, b'],
  [[], 'none'],
  [{ strategic: true, job_end: true, tactical: false }, 'strategic, job end'],
  [{ phase: 'strategic', number: 3 }, 'phase strategic, number 3'],
  [0.5, '0.5'],
  ['plain', 'plain'],
] as const)('%j reads %s', ([value, text]) => {
  expect(valueText(value)).toBe(text)
})

test('of two lists only what comes or goes is told', () => {
  expect(differences(['a', 'b'], ['b', 'c'])).toEqual([
    { what: '', from: 'a', to: null },
    { what: '', from: null, to: 'c' },
  ])
})

test('of two tables only the keys that differ are told', () => {
  expect(differences({ plan: true, end: true }, { plan: false, end: true })).toEqual([
    { what: 'plan', from: 'true', to: 'false' },
  ])
})

test('a limit that would have to go is told as nothing', () => {
  expect(differences(2, null)).toEqual([{ what: '', from: '2', to: null }])
})
