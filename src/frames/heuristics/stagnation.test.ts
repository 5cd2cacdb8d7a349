import { expect, test } from 'vitest'
import { scoreOf } from '../heuristic.ts'
import { stagnation } from './stagnation.ts'

test.for([
  [0, 0],
  [1, 0],
  [2, 20],
  [3, 20],
  [4, 40],
  [5, 40],
  [6, 70],
  [60, 70],
] as const)('%d turns without progress are worth %d', ([noProgressTurns, expected]) => {
  expect(scoreOf(stagnation, { noProgressTurns })).toBe(expected)
})

test.for([
  [0, 0],
  [1, 0],
  [2, 20],
  [3, 20],
  [4, 40],
  [40, 40],
] as const)('%d failures are worth %d', ([failures, expected]) => {
  expect(scoreOf(stagnation, { failureSignals: Array(failures).fill('tests failed') })).toBe(expected)
})

test('the worst stagnation earns 110 points and counts as 100', () => {
  const signals = { noProgressTurns: 6, failureSignals: ['a', 'b', 'c', 'd'] }
  expect(stagnation.score(signals)).toBe(110)
  expect(scoreOf(stagnation, signals)).toBe(100)
})

test('no signals are worth nothing', () => {
  expect(scoreOf(stagnation, {})).toBe(0)
})
