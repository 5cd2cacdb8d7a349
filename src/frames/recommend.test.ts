import { expect, test } from 'vitest'
import { Recommendation } from '../model/recommendation.ts'
import type { PopSignals, PushSignals } from '../model/signals.ts'
import type { AnyHeuristic } from './heuristic.ts'
import { BUILT_IN_HEURISTICS, withOwnHeuristics } from './heuristics.ts'
import { recommend } from './recommend.ts'

const ALL = BUILT_IN_HEURISTICS.map((heuristic) => heuristic.name)
const BUILT_IN = { enabled: ALL, heuristics: BUILT_IN_HEURISTICS }

function push(signals: PushSignals, change: { threshold?: number; enabled?: readonly string[] } = {}) {
  return recommend({ side: 'push', signals, threshold: 70, ...BUILT_IN, ...change })
}

function pop(signals: PopSignals, change: { threshold?: number; enabled?: readonly string[] } = {}) {
  return recommend({ side: 'pop', signals, threshold: 80, ...BUILT_IN, ...change })
}

const AUTHENTICATION_BUG: PushSignals = {
  potentialGoal: 'Fix authentication bug',
  recentMessages: 20,
  recentFileChanges: ['src/auth/login.ts', 'src/auth/token.ts'],
  errorCount: 2,
}

test("the document's first example (75%, YES) is not reachable: its input gives 39 and no push", () => {
  expect(push({ ...AUTHENTICATION_BUG, currentGoal: 'Write quarterly report' })).toEqual({
    recommended: false,
    confidence: 39,
    scores: { failure_boundary: 60, context_switch: 70, complexity: 25, duration: 0 },
    primary_reason: 'context switch',
    suggested_status: null,
  })
})

test('the same input without a current goal has nothing to compare with, and gives 24', () => {
  expect(push(AUTHENTICATION_BUG)).toEqual({
    recommended: false,
    confidence: 24,
    scores: { failure_boundary: 60, context_switch: 10, complexity: 25, duration: 0 },
    primary_reason: 'failure boundary',
    suggested_status: null,
  })
})

test('an unrelated new goal alone gives 30, 60, 0 and 0, half of a point is rounded up to 23', () => {
  expect(push({ potentialGoal: 'Write quarterly report', currentGoal: 'Fix login' })).toMatchObject({
    recommended: false,
    confidence: 23,
    scores: { failure_boundary: 30, context_switch: 60, complexity: 0, duration: 0 },
  })
})

test('every push signal at its highest gives 75, which is enough for the usual threshold', () => {
  const signals: PushSignals = {
    potentialGoal: 'Write report',
    currentGoal: 'Fix login',
    recentMessages: 21,
    recentFileChanges: Array(6).fill('a.ts'),
    errorCount: 4,
    tokenCount: 50_001,
  }
  expect(push(signals)).toEqual({
    recommended: true,
    confidence: 75,
    scores: { failure_boundary: 80, context_switch: 80, complexity: 70, duration: 70 },
    primary_reason: 'failure boundary',
    suggested_status: null,
  })
})

const ACHIEVED: PopSignals = {
  successSignals: ['login works', 'tests pass', 'build passes'],
  frameArtifacts: ['login.ts', 'login.test.ts', 'login.md'],
  goalKeywords: ['login'],
}

test('a fully achieved goal alone is a third of the whole with all three pop heuristics on, so no pop', () => {
  expect(pop(ACHIEVED)).toEqual({
    recommended: false,
    confidence: 33, // 100 / 3; 40 only before scores were held at 100
    scores: { goal_completion: 100, stagnation: 0, context_overflow: 0 },
    primary_reason: 'goal completion',
    suggested_status: 'completed',
  })
})

test('a fully achieved goal is enough where goal completion alone has a say', () => {
  expect(pop(ACHIEVED, { enabled: ['goal_completion'] })).toEqual({
    recommended: true,
    confidence: 100,
    scores: { goal_completion: 100 },
    primary_reason: 'goal completion',
    suggested_status: 'completed',
  })
})

test('every pop signal at its highest stays within 100', () => {
  const signals: PopSignals = {
    ...ACHIEVED,
    failureSignals: ['a', 'b', 'c', 'd'],
    noProgressTurns: 6,
    tokenCount: 95_000,
  }
  expect(pop(signals)).toEqual({
    recommended: true,
    confidence: 97,
    scores: { goal_completion: 100, stagnation: 100, context_overflow: 90 },
    primary_reason: 'goal completion',
    suggested_status: 'failed',
  })
})

test('a confidence on the threshold is enough, one below is not', () => {
  const signals = { tokenCount: 50_001 }
  const enabled = ['duration']
  expect(push(signals, { enabled, threshold: 70 }).recommended).toBe(true)
  expect(push(signals, { enabled, threshold: 71 }).recommended).toBe(false)
})

test('a heuristic that is not enabled has no score and no say in the mean', () => {
  expect(push(AUTHENTICATION_BUG, { enabled: ['failure_boundary', 'duration'] })).toMatchObject({
    confidence: 30,
    scores: { failure_boundary: 60, duration: 0 },
  })
  expect(Object.keys(push(AUTHENTICATION_BUG, { enabled: ['duration'] }).scores)).toEqual(['duration'])
})

test('a heuristic that is enabled twice counts once', () => {
  const enabled = ['failure_boundary', 'failure_boundary', 'duration']
  expect(push(AUTHENTICATION_BUG, { enabled }).confidence).toBe(30)
})

test('with no heuristic of the side enabled the confidence is 0', () => {
  const silent = { recommended: false, confidence: 0, scores: {}, primary_reason: 'No strong signals' }
  expect(push(AUTHENTICATION_BUG, { enabled: [] })).toEqual({ ...silent, suggested_status: null })
  expect(push(AUTHENTICATION_BUG, { enabled: ['stagnation'] })).toEqual({ ...silent, suggested_status: null })
  expect(pop(ACHIEVED, { enabled: ['duration'] })).toEqual({ ...silent, suggested_status: 'completed' })
})

test('signals that say nothing give no strong signals', () => {
  expect(push({}).primary_reason).toBe('No strong signals')
  expect(pop({}).primary_reason).toBe('No strong signals')
})

test('of equal scores the first heuristic is the primary reason, whatever the order of the enabled names', () => {
  const signals = {
    tokenCount: 71_000,
    noProgressTurns: 4,
    failureSignals: ['a', 'b', 'c'],
    successSignals: ['x', 'y', 'z'],
  }
  const tied = pop(signals, { enabled: ['stagnation', 'goal_completion'] })
  expect(tied.scores).toEqual({ goal_completion: 60, stagnation: 60 })
  expect(tied.primary_reason).toBe('goal completion')
  expect(pop({ ...signals, successSignals: ['x', 'y'] }).primary_reason).toBe('stagnation')
})

test('a disabled stagnation does not decide the status, the idle turns still do', () => {
  const signals = { ...ACHIEVED, noProgressTurns: 6 }
  expect(pop(signals).suggested_status).toBe('blocked')
  expect(pop(signals, { enabled: ['goal_completion'] }).suggested_status).toBe('completed')
  expect(pop(signals, { enabled: ['context_overflow'] }).suggested_status).toBe('blocked')
})

test('an own heuristic counts like a built-in one, its score held within 0 and 100', () => {
  const own: readonly AnyHeuristic[] = [
    { name: 'too_sure_of_it', side: 'push', about: 'Too sure.', score: () => 1000 },
    { name: 'lost', side: 'push', about: 'Never a number.', score: () => NaN },
    { name: 'other_side', side: 'pop', about: 'Another side.', score: () => 100 },
  ]
  const names = own.map(({ name }) => name)
  const request = { side: 'push', signals: {}, threshold: 50, heuristics: withOwnHeuristics(own) } as const
  expect(recommend({ ...request, enabled: names })).toEqual({
    recommended: true,
    confidence: 50,
    scores: { too_sure_of_it: 100, lost: 0 },
    primary_reason: 'too sure of it',
    suggested_status: null,
  })
})

test('what is recommended can be recorded and read again', () => {
  for (const advice of [push(AUTHENTICATION_BUG), pop(ACHIEVED)]) expect(Recommendation.parse(advice)).toEqual(advice)
})
