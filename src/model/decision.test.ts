import { expect, test } from 'vitest'
import { Decision } from './decision.ts'
import { OUTCOMES, VERDICTS } from './verdict.ts'

const aDecision = {
  verdict: 'ask',
  reason: 'A person is asked, because the first plan goes to a person.',
  trace: [
    { axis: 'phase_stops', outcome: 'ask', observed: null, limit: {}, because: 'the first plan goes to a person' },
  ],
  would_allow_if: [{ axis: 'phase_stops', from: {}, to: {} }],
  policy_digest: 'sha256:00',
}

test('verdicts and outcomes go from mild to severe, in step', () => {
  expect(VERDICTS).toEqual(['allow', 'ask', 'stop', 'deny'])
  expect(OUTCOMES).toEqual(['pass', 'ask', 'stop', 'deny'])
})

test.for<[string, object]>([
  ['a plain one', {}],
  ['one that no change of policy helps', { would_allow_if: null }],
  ['one that needs no change', { verdict: 'allow', would_allow_if: [] }],
  [
    'one of a step',
    {
      issues: { warnings: [{ text: 'x', severity: 'low', category: 'other' }], errors: [] },
      collected: { warnings: [], errors: [] },
      totals: { warnings: 3, errors: 0 },
      truncated: false,
    },
  ],
  [
    'one of a push',
    {
      recommendation: {
        recommended: false,
        confidence: 3,
        scores: { duration: 3 },
        primary_reason: 'duration',
        suggested_status: null,
      },
    },
  ],
])('a decision may be %s', ([, extra]) => {
  expect(Decision.parse({ ...aDecision, ...extra })).toEqual({ ...aDecision, ...extra })
})

test.for<[string, object]>([
  ['an unknown verdict', { verdict: 'maybe' }],
  ['an outcome that is a verdict', { trace: [{ ...aDecision.trace[0], outcome: 'allow' }] }],
  ['a digest of another kind', { policy_digest: 'md5:00' }],
  ['no word on what would allow it', { would_allow_if: undefined }],
  ['no trace', { trace: undefined }],
])('a decision never has %s', ([, extra]) => {
  expect(Decision.safeParse({ ...aDecision, ...extra }).success).toBe(false)
})
