import { expect, test } from 'vitest'
import { Recommendation } from './recommendation.ts'

const ADVICE = {
  recommended: true,
  confidence: 80,
  scores: { stagnation: 80 },
  primary_reason: 'stagnation',
  suggested_status: 'blocked',
}

test.for(['completed', 'blocked', 'failed', null])('a recommendation may suggest the status %s', (suggested_status) => {
  expect(Recommendation.parse({ ...ADVICE, suggested_status })).toEqual({ ...ADVICE, suggested_status })
})

test.for([-1, 101, 0.5, NaN])('%d is neither a confidence nor a score', (value) => {
  expect(Recommendation.safeParse({ ...ADVICE, confidence: value }).success).toBe(false)
  expect(Recommendation.safeParse({ ...ADVICE, scores: { stagnation: value } }).success).toBe(false)
})

test.for([0, 100])('%d is a confidence and a score', (value) => {
  expect(Recommendation.safeParse({ ...ADVICE, confidence: value, scores: { stagnation: value } }).success).toBe(true)
})

test('an unknown key or status is refused', () => {
  expect(Recommendation.safeParse({ ...ADVICE, status: 'blocked' }).success).toBe(false)
  expect(Recommendation.safeParse({ ...ADVICE, suggested_status: 'invalidated' }).success).toBe(false)
})
