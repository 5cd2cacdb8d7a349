import { expect, test } from 'vitest'
import type { GateInput } from '../../src/model/gate.ts'
import { decideUnder } from '../../src/testing/catalog.ts'

/** One heuristic a side, whose score is easy to read off: 70 for a push, 90 for a pop. */
const SURE = {
  push: { kind: 'push', signals: { tokenCount: 50_001 } },
  pop: { kind: 'pop', signals: { tokenCount: 90_001, contextLimit: 100_000 } },
} as const satisfies Record<string, GateInput>
const UNSURE = {
  push: { kind: 'push', signals: { tokenCount: 50_000 } },
  pop: { kind: 'pop', signals: { tokenCount: 70_000, contextLimit: 100_000 } },
} as const satisfies Record<string, GateInput>

const enabled_heuristics = ['duration', 'context_overflow']

test.for([
  // level      recommended  not recommended
  ['manual', 'deny', 'deny'],
  ['suggest', 'ask', 'deny'],
  ['auto', 'allow', 'deny'],
] as const)('frames/%s', ([level, recommended, not]) => {
  const policy = { preset: `frames/${level}`, frames: { enabled_heuristics } }
  for (const side of ['push', 'pop'] as const) {
    expect(decideUnder(policy, SURE[side])).toMatchObject({
      verdict: recommended,
      recommendation: { recommended: true },
    })
    expect(decideUnder(policy, UNSURE[side])).toMatchObject({ verdict: not, recommendation: { recommended: false } })
  }
})

test.for([
  // threshold    at the score   above it
  ['push', 'push_threshold', 70, 71],
  ['pop', 'pop_threshold', 90, 91],
] as const)('a %s is recommended at %s %i, not at %i', ([side, threshold, at, above]) => {
  const verdict = (value: number) =>
    decideUnder({ frames: { level: 'auto', enabled_heuristics, [threshold]: value } }, SURE[side]).verdict
  expect(verdict(at)).toBe('allow')
  expect(verdict(above)).toBe('deny')
})

test('the threshold of one side does not touch the other', () => {
  const frames = { level: 'auto', enabled_heuristics, push_threshold: 100 }
  expect(decideUnder({ frames }, SURE.push).verdict).toBe('deny')
  expect(decideUnder({ frames }, SURE.pop).verdict).toBe('allow')
})

test('a push says how sure each heuristic is', () => {
  const gate: GateInput = {
    kind: 'push',
    signals: {
      potentialGoal: 'Fix authentication bug',
      recentMessages: 20,
      recentFileChanges: ['src/auth/login.ts', 'src/auth/token.ts'],
      errorCount: 2,
      currentGoal: 'Draw the landing page',
    },
  }
  expect(decideUnder('standard', gate).recommendation).toEqual({
    recommended: false,
    confidence: 39,
    scores: { failure_boundary: 60, context_switch: 70, complexity: 25, duration: 0 },
    primary_reason: 'context switch',
    suggested_status: null,
  })
})

test('a pop also says how the frame would end', () => {
  const gate: GateInput = { kind: 'pop', signals: { noProgressTurns: 6, failureSignals: ['a', 'b', 'c', 'd'] } }
  expect(decideUnder('standard', gate).recommendation).toEqual({
    recommended: false,
    confidence: 33,
    scores: { goal_completion: 0, stagnation: 100, context_overflow: 0 },
    primary_reason: 'stagnation',
    suggested_status: 'failed',
  })
})

test('a heuristic that is not enabled has no score, and those of the other side neither', () => {
  const frames = { enabled_heuristics: ['duration', 'stagnation'] }
  const push = decideUnder({ frames }, { kind: 'push', signals: { errorCount: 9, tokenCount: 60_000 } })
  const pop = decideUnder({ frames }, { kind: 'pop', signals: { noProgressTurns: 9, tokenCount: 99_000 } })
  expect(push.recommendation?.scores).toEqual({ duration: 70 })
  expect(push.recommendation?.confidence).toBe(70)
  expect(pop.recommendation?.scores).toEqual({ stagnation: 70 })
})

test('without any heuristic nothing is recommended', () => {
  const policy = { preset: 'frames/auto', frames: { enabled_heuristics: [] } }
  expect(decideUnder(policy, SURE.push)).toMatchObject({
    verdict: 'deny',
    recommendation: { recommended: false, confidence: 0, scores: {}, primary_reason: 'No strong signals' },
  })
})

test('no signal at all is no reason to push or pop', () => {
  expect(decideUnder('frames/auto', { kind: 'push' }).verdict).toBe('deny')
  expect(decideUnder('frames/auto', { kind: 'pop' }).verdict).toBe('deny')
})

test('all four push signals at once reach the threshold of 70', () => {
  const signals = {
    errorCount: 4,
    potentialGoal: 'migrate billing tables',
    currentGoal: 'draw landing page',
    recentMessages: 21,
    recentFileChanges: ['a', 'b', 'c', 'd', 'e', 'f'],
    tokenCount: 50_001,
  }
  expect(decideUnder('frames/auto', { kind: 'push', signals })).toMatchObject({
    verdict: 'allow',
    recommendation: { confidence: 75 },
  })
})

test.for(['push', 'pop'] as const)('under manual a recommended %s is still refused', (side) => {
  const decision = decideUnder({ preset: 'frames/manual', frames: { enabled_heuristics } }, SURE[side])
  expect(decision.verdict).toBe('deny')
  expect(decision.would_allow_if).toMatchObject([{ axis: 'frames', to: { level: 'auto' } }])
})
