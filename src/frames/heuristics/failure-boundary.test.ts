import { expect, test } from 'vitest'
import { scoreOf } from '../heuristic.ts'
import { failureBoundary } from './failure-boundary.ts'

test.for([
  [0, 0],
  [1, 15],
  [2, 30],
  [3, 45],
  [4, 50],
  [1000, 50],
  [0.5, 8],
] as const)('%d errors are worth %d', ([errorCount, expected]) => {
  expect(scoreOf(failureBoundary, { errorCount })).toBe(expected)
})

test.for([
  // potential     current         score
  [undefined, undefined, 0],
  [undefined, 'Fix login', 0],
  ['Fix login', undefined, 30],
  ['Fix login', 'Fix logout', 30],
  ['Fix login', 'Fix login', 0],
  ['Fix login', '', 30],
  ['', 'Fix login', 0],
  ['  ', 'Fix login', 0],
] as const)('going to goal "%s" from "%s" is worth %d', ([potentialGoal, currentGoal, expected]) => {
  expect(scoreOf(failureBoundary, { potentialGoal, currentGoal })).toBe(expected)
})

test('errors and a new goal add up to at most 80', () => {
  expect(scoreOf(failureBoundary, { errorCount: 9, potentialGoal: 'Fix login' })).toBe(80)
})
