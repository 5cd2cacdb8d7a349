import { expect, test } from 'vitest'
import { CATEGORIES, Issue, RawIssue, SEVERITIES, Severity } from './issue.ts'

test('severities go from the mildest to the worst', () => {
  expect(SEVERITIES).toEqual(['low', 'medium', 'high'])
  expect(Severity.options).toEqual(['low', 'medium', 'high'])
})

test('categories stand in the order in which they are tried', () => {
  expect(CATEGORIES).toEqual([
    'security',
    'deprecation',
    'performance',
    'validation',
    'compatibility',
    'configuration',
    'style',
    'other',
  ])
})

test.for([
  ['a sentence', 'Line too long'],
  ['an object with a text', { text: 'Line too long' }],
  [
    'an object with all keys',
    { text: 'Line too long', severity: 'CRITICAL', category: 'billing', suggested_fix: 'Wrap it.' },
  ],
] as const)('a step may report %s', ([, issue]) => {
  expect(RawIssue.parse(issue)).toEqual(issue)
})

test.for([
  ['an empty sentence', ''],
  ['an empty text', { text: '' }],
  ['no text', { severity: 'low' }],
  ['a key that nobody knows', { text: 'x', sevrity: 'low' }],
  ['a severity of null', { text: 'x', severity: null }],
  ['a category that is a number', { text: 'x', category: 7 }],
  ['a fix that is a list', { text: 'x', suggested_fix: [] }],
  ['a number', 7],
  ['null', null],
  ['a list', ['x']],
] as const)('%s is no report', ([, issue]) => {
  expect(RawIssue.safeParse(issue).success).toBe(false)
})

test('what is wrong with a report names both forms', () => {
  expect(RawIssue.safeParse(7).error?.issues[0]?.message).toBe(
    'An issue is a non-empty text or {text, severity?, category?, suggested_fix?}.',
  )
})

test('an issue has a severity of ours and any category', () => {
  const issue = { text: 'x', severity: 'low', category: 'billing' }
  expect(Issue.parse(issue)).toEqual(issue)
  expect(Issue.parse({ ...issue, suggested_fix: 'Pay.' })).toEqual({ ...issue, suggested_fix: 'Pay.' })
  expect(Issue.safeParse({ ...issue, severity: 'critical' }).success).toBe(false)
  expect(Issue.safeParse({ ...issue, text: '' }).success).toBe(false)
  expect(Issue.safeParse({ ...issue, fix: 'Pay.' }).success).toBe(false)
  expect(Issue.safeParse({ text: 'x', severity: 'low' }).success).toBe(false)
})
