import { expect, test } from 'vitest'
import type { Severity } from '../model/issue.ts'
import { tolerates, worstOf } from './tolerate.ts'

test.for([
  // tolerance  low    medium  high
  ['none', false, false, false],
  ['low', true, false, false],
  ['medium', true, true, false],
  ['high', true, true, true],
] as const)('%s tolerates low: %s, medium: %s, high: %s', ([tolerance, ...expected]) => {
  const severities = ['low', 'medium', 'high'] as const
  expect(severities.map((severity) => tolerates(tolerance, severity))).toEqual(expected)
})

test('a word that is no severity is never tolerated', () => {
  expect(tolerates('high', 'harmless' as Severity)).toBe(false)
})

test('of several issues that are equally bad the first is the worst', () => {
  const issue = (text: string, severity: Severity) => ({ text, severity, category: 'other' })
  expect(worstOf([issue('a', 'low'), issue('b', 'high'), issue('c', 'high')])?.text).toBe('b')
  expect(worstOf([])).toBeUndefined()
})
