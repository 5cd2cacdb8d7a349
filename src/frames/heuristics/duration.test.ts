import { expect, test } from 'vitest'
import { scoreOf } from '../heuristic.ts'
import { duration } from './duration.ts'

test.for([
  [0, 0],
  [5_000, 0],
  [5_001, 15],
  [15_000, 15],
  [15_001, 30],
  [30_000, 30],
  [30_001, 50],
  [50_000, 50],
  [50_001, 70],
  [1e9, 70],
] as const)('%d tokens are worth %d', ([tokenCount, expected]) => {
  expect(scoreOf(duration, { tokenCount })).toBe(expected)
})

test('no token count is worth nothing', () => {
  expect(scoreOf(duration, {})).toBe(0)
})
