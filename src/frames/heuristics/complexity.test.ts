import { expect, test } from 'vitest'
import { scoreOf } from '../heuristic.ts'
import { complexity } from './complexity.ts'

test.for([
  [0, 0],
  [5, 0],
  [6, 10],
  [10, 10],
  [11, 25],
  [20, 25],
  [21, 40],
  [1000, 40],
] as const)('%d messages are worth %d', ([recentMessages, expected]) => {
  expect(scoreOf(complexity, { recentMessages })).toBe(expected)
})

test.for([
  [0, 0],
  [2, 0],
  [3, 15],
  [5, 15],
  [6, 30],
  [60, 30],
] as const)('%d changed files are worth %d', ([files, expected]) => {
  expect(scoreOf(complexity, { recentFileChanges: Array(files).fill('a.ts') })).toBe(expected)
})

test('messages and files add up to at most 70', () => {
  expect(scoreOf(complexity, { recentMessages: 21, recentFileChanges: Array(6).fill('a.ts') })).toBe(70)
})

test('no signals are worth nothing', () => {
  expect(scoreOf(complexity, {})).toBe(0)
})
