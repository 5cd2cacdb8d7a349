import { expect, test } from 'vitest'
import { inWords } from './in-words.ts'

test.for([
  [undefined, 'not said'],
  [null, 'not said'],
  ['', 'an empty text'],
  ['never', 'never'],
  [0.5, '0.5'],
  [false, 'false'],
  [{ financial_cents: Number.MAX_SAFE_INTEGER }, 'financial_cents any amount'],
  [[], 'nothing'],
  [{}, 'nothing'],
  [['a', 'b'], 'a, b'],
  [
    { steps: 2, milestones: ['beta', 'launch'], confidence: null },
    'steps 2, milestones [beta, launch], confidence not said',
  ],
  [{ build: { warning_tolerance: 'low' }, none: [] }, 'build (warning_tolerance low), none nothing'],
  [[{ match: { tool: 'shell' } }], '(match (tool shell))'],
  [{ every_n_phases: undefined }, 'nothing'],
  [{ build: {}, test: {} }, 'build nothing, test nothing'],
] as const)('%j reads %j', ([value, words]) => {
  expect(inWords(value)).toBe(words)
})

test('a long list is cut, and says how much is missing', () => {
  expect(inWords(['a', 'b', 'c', 'd'], { atMost: 2 })).toBe('a, b and 2 more')
})

test('a list that is one too long is shown whole', () => {
  expect(inWords(['a', 'b', 'c'], { atMost: 2 })).toBe('a, b, c')
})
