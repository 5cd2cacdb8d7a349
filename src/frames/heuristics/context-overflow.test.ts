import { expect, test } from 'vitest'
import { scoreOf } from '../heuristic.ts'
import { contextOverflow } from './context-overflow.ts'

const TABLE = [
  [0, 0],
  [0.5, 0],
  [0.50001, 20],
  [0.7, 20],
  [0.70001, 50],
  [0.8, 50],
  [0.80001, 70],
  [0.9, 70],
  [0.90001, 90],
  [5, 90],
] as const

test.for(TABLE)('%d of the usual 100,000 tokens is worth %d', ([share, expected]) => {
  expect(scoreOf(contextOverflow, { tokenCount: Math.round(share * 100_000) })).toBe(expected)
})

test.for(TABLE)('%d of a limit of 200,000 tokens is worth %d', ([share, expected]) => {
  const signals = { tokenCount: Math.round(share * 200_000), contextLimit: 200_000 }
  expect(scoreOf(contextOverflow, signals)).toBe(expected)
})

test('a limit without a token count is worth nothing', () => {
  expect(scoreOf(contextOverflow, { contextLimit: 1 })).toBe(0)
})
