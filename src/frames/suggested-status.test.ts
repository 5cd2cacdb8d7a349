import { expect, test } from 'vitest'
import { suggestedStatus } from './suggested-status.ts'

test.for([
  // stagnation  goal  idle  failures  successes  status
  [61, 0, 0, 2, 1, 'failed'],
  [61, 0, 0, 1, 1, 'blocked'],
  [61, 0, 0, 1, 2, 'blocked'],
  [61, 100, 0, 1, 0, 'failed'],
  [61, 100, 6, 0, 0, 'blocked'],
  [60, 61, 6, 4, 0, 'completed'],
  [60, 60, 6, 4, 0, 'blocked'],
  [60, 60, 5, 4, 0, 'failed'],
  [60, 60, 5, 3, 0, 'completed'],
  [0, 60, 6, 0, 3, 'blocked'],
  [0, 0, 0, 0, 0, 'completed'],
] as const)(
  'stagnation %d, goal completion %d, %d idle turns, %d failures, %d successes: %s',
  ([stagnation, goal, idle, failures, successes, status]) => {
    const signals = {
      noProgressTurns: idle,
      failureSignals: Array(failures).fill('no'),
      successSignals: Array(successes).fill('yes'),
    }
    expect(suggestedStatus(signals, { stagnation, goal_completion: goal })).toBe(status)
  },
)

test('without scores and signals a frame that is closed counts as completed', () => {
  expect(suggestedStatus({}, {})).toBe('completed')
})

test('a high stagnation means blocked without signals, and failed once there is a single failure', () => {
  expect(suggestedStatus({}, { stagnation: 61 })).toBe('blocked')
  expect(suggestedStatus({ failureSignals: ['a'] }, { stagnation: 61 })).toBe('failed')
})

test('without scores the signals alone decide', () => {
  expect(suggestedStatus({ noProgressTurns: 6 }, {})).toBe('blocked')
  expect(suggestedStatus({ failureSignals: ['a', 'b', 'c', 'd'] }, {})).toBe('failed')
})
