import { expect, test } from 'vitest'
import { didYouMean, nearest } from './nearest.ts'

const AXES = ['check_in_frequency', 'error_tolerance', 'warning_tolerance', 'budget_usd', 'level', 'rules']
const WORDS = ['none', 'low', 'medium', 'high']

test.for([
  ['hihg', WORDS, 'high'],
  ['HIGH', WORDS, 'high'],
  ['l\u043ew', WORDS, 'low'],
  ['ｈｉｇｈ', WORDS, 'high'],
  ['hi\u200bgh', WORDS, 'high'],
  ['check-in-frequency', AXES, 'check_in_frequency'],
  ['chekin_frequency', AXES, 'check_in_frequency'],
  ['\u0435rr\u043er_t\u043eler\u0430nce', AXES, 'error_tolerance'],
  ['rule', AXES, 'rules'],
] as const)('%s is a slip of the pen', ([word, candidates, meant]) => {
  expect(nearest(word, candidates)).toBe(meant)
})

test.for([
  ['banana', WORDS],
  ['', WORDS],
  ['x', ['a', 'b']],
  ['high'.repeat(10_000), WORDS],
  ['high', []],
] as const)('%.20s is not close to anything', ([word, candidates]) => {
  expect(nearest(word, candidates)).toBeUndefined()
})

test('of two candidates that are equally near the first one listed is meant', () => {
  expect(nearest('cat', ['bat', 'hat'])).toBe('bat')
})

test('a near word is suggested, otherwise the choices are listed', () => {
  expect(didYouMean('hihg', WORDS)).toBe(' Did you mean "high"?')
  expect(didYouMean('banana', WORDS)).toBe(' Choose one of: none, low, medium, high.')
  expect(didYouMean('banana', [])).toBe('')
})

test('a long list of choices is cut', () => {
  const many = Array.from({ length: 20 }, (_, index) => `choice-${index}`)
  expect(didYouMean('x', many)).toMatch(/choice-11 and 8 more\.$/)
})

test('choices that hide characters are shown escaped', () => {
  expect(didYouMean('zzzzzz', ['\u202eab'])).toBe(' Choose one of: "\\u202eab".')
  expect(didYouMean('\u0430bcd', ['\u001babcd'])).toBe(' Did you mean "\\u001babcd"?')
})
