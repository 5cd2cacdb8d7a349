import { expect, test } from 'vitest'
import { PopSignals, PushSignals } from './signals.ts'

const PUSH = {
  potentialGoal: 'Fix login',
  recentMessages: 20,
  recentFileChanges: ['a.ts'],
  errorCount: 2,
  tokenCount: 0,
  currentGoal: '',
}
const POP = {
  successSignals: ['tests passing'],
  failureSignals: [],
  noProgressTurns: 0.5,
  frameArtifacts: ['a.ts'],
  goalKeywords: ['login'],
  tokenCount: 50_000,
  contextLimit: 100_000,
  frameTitle: 'Login',
  frameSuccessCriteria: 'Users can log in',
}

test('every signal is accepted, and every signal may be absent', () => {
  expect(PushSignals.parse(PUSH)).toEqual(PUSH)
  expect(PushSignals.parse({})).toEqual({})
  expect(PopSignals.parse(POP)).toEqual(POP)
  expect(PopSignals.parse({})).toEqual({})
})

test('a signal that the side does not know is refused', () => {
  expect(PushSignals.safeParse({ errorcount: 1 }).success).toBe(false)
  expect(PushSignals.safeParse({ successSignals: [] }).success).toBe(false)
  expect(PopSignals.safeParse({ errorCount: 1 }).success).toBe(false)
})

test('a misspelt signal names the one that was meant', () => {
  const message = (result: { error?: { issues: readonly { message: string }[] } }) => result.error?.issues[0]?.message
  expect(message(PushSignals.safeParse({ errorcount: 1 }))).toContain('Did you mean "errorCount"?')
  expect(message(PopSignals.safeParse({ success_signals: [] }))).toContain('Did you mean "successSignals"?')
})

test.for(['recentMessages', 'errorCount', 'tokenCount'])('%s is a finite number of at least 0', (signal) => {
  for (const value of [-1, NaN, Infinity, '3', null, ['a message']]) {
    expect(PushSignals.safeParse({ [signal]: value }).success).toBe(false)
  }
  expect(PushSignals.safeParse({ [signal]: 0 }).success).toBe(true)
})

test.for(['noProgressTurns', 'tokenCount'])('%s of a pop is a finite number of at least 0', (signal) => {
  for (const value of [-1, NaN, Infinity, '3', null]) {
    expect(PopSignals.safeParse({ [signal]: value }).success).toBe(false)
  }
  expect(PopSignals.safeParse({ [signal]: 0 }).success).toBe(true)
})

test('a context limit is more than 0', () => {
  for (const contextLimit of [0, -1, NaN, Infinity, '100000', null]) {
    expect(PopSignals.safeParse({ contextLimit }).success).toBe(false)
  }
  expect(PopSignals.safeParse({ contextLimit: 1 }).success).toBe(true)
})

test.for(['successSignals', 'failureSignals', 'frameArtifacts', 'goalKeywords'])('%s is a list of texts', (signal) => {
  for (const value of ['one', 3, [1], [null], null]) {
    expect(PopSignals.safeParse({ [signal]: value }).success).toBe(false)
  }
})

test('file changes are a list of texts', () => {
  for (const recentFileChanges of ['a.ts', 2, [1], null]) {
    expect(PushSignals.safeParse({ recentFileChanges }).success).toBe(false)
  }
})

test('goals, titles and criteria are texts', () => {
  for (const value of [1, ['Fix login'], null]) {
    expect(PushSignals.safeParse({ potentialGoal: value }).success).toBe(false)
    expect(PushSignals.safeParse({ currentGoal: value }).success).toBe(false)
    expect(PopSignals.safeParse({ frameTitle: value }).success).toBe(false)
    expect(PopSignals.safeParse({ frameSuccessCriteria: value }).success).toBe(false)
  }
})
