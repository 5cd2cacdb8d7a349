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
    { what: '', verb: 'were without', value: 'a', now: '' },
    { what: '', verb: 'had', value: 'c', now: '' },
  ])
})

test('of two tables only the keys that differ are told', () => {
  expect(differences({ plan: true, end: true }, { plan: false, end: true })).toEqual([
    { what: 'plan', verb: 'were', value: 'false', now: 'it is true' },
  ])
})

test.for([
  ['medium', 'high', { verb: 'were', value: 'high', now: 'it is medium' }],
  [2, null, { verb: 'had no limit', value: '', now: 'it is 2' }],
  [null, 3, { verb: 'were', value: '3', now: 'it is not set' }],
] as const)('from %j to %j is told by what it would have to be, and what it is', ([from, to, told]) => {
  expect(differences(from, to)).toEqual([{ what: '', ...told }])
})
