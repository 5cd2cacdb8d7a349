import { expect, test } from 'vitest'
import { scoreOf } from '../heuristic.ts'
import { contextSwitch } from './context-switch.ts'

test.for([
  // current                     potential                      score
  ['fix login page', 'fix login page', 0],
  ['fix login page', 'fix login form', 20],
  ['fix login page', 'fix database', 40],
  ['fix login page', 'write report', 60],
  ['fix login page', 'page the login and also many other words, then fix', 0],
  ['one two three four five six seven eight', 'one', 53],
  ['do it', 'write report', 60],
  ['do it', 'do it', 60],
  ['fix login page', 'do it', 60],
] as const)('from "%s" to "%s" is worth %d', ([currentGoal, potentialGoal, expected]) => {
  expect(scoreOf(contextSwitch, { currentGoal, potentialGoal })).toBe(expected)
})

test('without both goals there is nothing to compare', () => {
  expect(scoreOf(contextSwitch, { potentialGoal: 'write report' })).toBe(0)
  expect(scoreOf(contextSwitch, { currentGoal: 'fix login page' })).toBe(0)
  expect(scoreOf(contextSwitch, { currentGoal: '', potentialGoal: 'write report' })).toBe(0)
  expect(scoreOf(contextSwitch, { currentGoal: 'fix login page', potentialGoal: ' ' })).toBe(0)
  expect(scoreOf(contextSwitch, {})).toBe(0)
})

test.for([
  [0, 0],
  [1, 0],
  [2, 10],
  [3, 10],
  [4, 20],
  [40, 20],
] as const)('%d changed files are worth %d', ([files, expected]) => {
  expect(scoreOf(contextSwitch, { recentFileChanges: Array(files).fill('a.ts') })).toBe(expected)
})

test('goals and files add up to at most 80', () => {
  const signals = { currentGoal: 'fix login', potentialGoal: 'write report', recentFileChanges: ['a', 'b', 'c', 'd'] }
  expect(scoreOf(contextSwitch, signals)).toBe(80)
})
