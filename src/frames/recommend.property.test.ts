import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Recommendation } from '../model/recommendation.ts'
import { PopSignals, PushSignals } from '../model/signals.ts'
import { type AnyHeuristic, scoreOf } from './heuristic.ts'
import { complexity } from './heuristics/complexity.ts'
import { contextOverflow } from './heuristics/context-overflow.ts'
import { contextSwitch } from './heuristics/context-switch.ts'
import { duration } from './heuristics/duration.ts'
import { failureBoundary } from './heuristics/failure-boundary.ts'
import { goalCompletion } from './heuristics/goal-completion.ts'
import { stagnation } from './heuristics/stagnation.ts'
import { BUILT_IN_HEURISTICS } from './heuristics.ts'
import { recommend } from './recommend.ts'

const NAMES = BUILT_IN_HEURISTICS.map((heuristic) => heuristic.name)

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('Fix the login page', 'fix LOGIN form', 'it'))
const texts = fc.array(text, { maxLength: 8 })
const count = fc.oneof(fc.nat(30), fc.nat(200_000), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }))
const limit = fc.oneof(
  fc.integer({ min: 1, max: 200_000 }),
  fc.double({ min: Number.MIN_VALUE, max: 1e9, noNaN: true }),
)

const pushSignals = fc.record(
  {
    potentialGoal: text,
    recentMessages: count,
    recentFileChanges: texts,
    errorCount: count,
    tokenCount: count,
    currentGoal: text,
  },
  { requiredKeys: [] },
)
const popSignals = fc.record(
  {
    successSignals: texts,
    failureSignals: texts,
    noProgressTurns: count,
    frameArtifacts: texts,
    goalKeywords: texts,
    tokenCount: count,
    contextLimit: limit,
    frameTitle: text,
    frameSuccessCriteria: text,
  },
  { requiredKeys: [] },
)
const setting = fc.record({ threshold: fc.nat(100), enabled: fc.subarray(NAMES) })
const lowHigh = fc.tuple(count, count).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)

function check(advice: Recommendation, enabled: readonly string[], threshold: number) {
  expect(Recommendation.safeParse(advice).error).toBeUndefined()
  expect(advice.recommended).toBe(advice.confidence >= threshold)
  for (const name of Object.keys(advice.scores)) expect(enabled).toContain(name)
}

test('whatever the push signals, confidence and scores are whole numbers from 0 to 100', () => {
  fc.assert(
    fc.property(pushSignals, setting, (signals, { threshold, enabled }) => {
      expect(PushSignals.safeParse(signals).error).toBeUndefined()
      const request = { side: 'push', signals, threshold, enabled, heuristics: BUILT_IN_HEURISTICS } as const
      check(recommend(request), enabled, threshold)
    }),
  )
})

test('whatever the pop signals, confidence and scores are whole numbers from 0 to 100', () => {
  fc.assert(
    fc.property(popSignals, setting, (signals, { threshold, enabled }) => {
      expect(PopSignals.safeParse(signals).error).toBeUndefined()
      const request = { side: 'pop', signals, threshold, enabled, heuristics: BUILT_IN_HEURISTICS } as const
      check(recommend(request), enabled, threshold)
    }),
  )
})

test('whatever an own heuristic returns, confidence and scores are whole numbers from 0 to 100', () => {
  fc.assert(
    fc.property(fc.array(fc.double(), { maxLength: 5 }), (returned) => {
      const heuristics = returned.map(
        (score, index): AnyHeuristic => ({ name: `own_${index}`, side: 'pop', about: 'Own.', score: () => score }),
      )
      const enabled = heuristics.map(({ name }) => name)
      const advice = recommend({ side: 'pop', signals: {}, threshold: 50, enabled, heuristics })
      check(advice, enabled, 50)
      expect(Object.keys(advice.scores)).toEqual(enabled)
    }),
  )
})

test('more errors, messages or tokens never lower a push score', () => {
  fc.assert(
    fc.property(pushSignals, lowHigh, (signals, [low, high]) => {
      const rises = [
        [failureBoundary, 'errorCount'],
        [complexity, 'recentMessages'],
        [duration, 'tokenCount'],
      ] as const
      for (const [heuristic, signal] of rises) {
        const before = scoreOf(heuristic, { ...signals, [signal]: low })
        expect(scoreOf(heuristic, { ...signals, [signal]: high })).toBeGreaterThanOrEqual(before)
      }
    }),
  )
})

test('one more changed file never lowers a push score', () => {
  fc.assert(
    fc.property(pushSignals, texts, text, (signals, files, file) => {
      for (const heuristic of [contextSwitch, complexity]) {
        const before = scoreOf(heuristic, { ...signals, recentFileChanges: files })
        expect(scoreOf(heuristic, { ...signals, recentFileChanges: [...files, file] })).toBeGreaterThanOrEqual(before)
      }
    }),
  )
})

test('more idle turns or tokens never lower a pop score, a larger limit never raises one', () => {
  fc.assert(
    fc.property(popSignals, lowHigh, (signals, [low, high]) => {
      const idle = (noProgressTurns: number) => scoreOf(stagnation, { ...signals, noProgressTurns })
      const used = (tokenCount: number) => scoreOf(contextOverflow, { ...signals, tokenCount })
      const within = (contextLimit: number) => scoreOf(contextOverflow, { ...signals, contextLimit: contextLimit + 1 })
      expect(idle(high)).toBeGreaterThanOrEqual(idle(low))
      expect(used(high)).toBeGreaterThanOrEqual(used(low))
      expect(within(high)).toBeLessThanOrEqual(within(low))
    }),
  )
})

test('one more success, artifact or failure never lowers a pop score', () => {
  fc.assert(
    fc.property(popSignals, texts, text, (signals, said, more) => {
      const rises = [
        [goalCompletion, 'successSignals'],
        [goalCompletion, 'frameArtifacts'],
        [stagnation, 'failureSignals'],
      ] as const
      for (const [heuristic, signal] of rises) {
        const before = scoreOf(heuristic, { ...signals, [signal]: said })
        expect(scoreOf(heuristic, { ...signals, [signal]: [...said, more] })).toBeGreaterThanOrEqual(before)
      }
    }),
  )
})

test('a goal is never a switch from itself when it has keywords', () => {
  fc.assert(
    fc.property(fc.constantFrom('Fix the login page', 'größe ändern', 'release 2026'), (goal) => {
      expect(scoreOf(contextSwitch, { currentGoal: goal, potentialGoal: goal })).toBe(0)
    }),
  )
})
