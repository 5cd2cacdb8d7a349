import { expect, test } from 'vitest'
import type { Decision, TraceEntry } from './decision.ts'
import { reasonsOf, whyHeldBriefly } from './why-held.ts'

const entry = (outcome: TraceEntry['outcome'], because: string): TraceEntry => ({
  ...{ axis: because, outcome, because },
  ...{ observed: null, limit: null },
})

function asking(...causes: readonly string[]): Pick<Decision, 'verdict' | 'reason' | 'trace'> {
  const reason = `A person is asked, because ${causes.join(' and ')}.`
  return {
    verdict: 'ask',
    reason,
    trace: [entry('pass', 'it is fine'), ...causes.map((because) => entry('ask', because))],
  }
}

test.for([
  [['it is late'], 'because it is late.'],
  [['it is late', 'it is dear'], 'because it is late, and for one more reason.'],
  [['it is late', 'it is dear', 'it is far'], 'because it is late, and for 2 more reasons.'],
] as const)('of %j a list says: %s', ([causes, said]) => {
  expect(whyHeldBriefly(asking(...causes))).toBe(said)
})

test('what people were asked about before is told as theirs, in a list too', () => {
  expect(whyHeldBriefly({ verdict: 'allow', reason: 'It goes on.', trace: [] })).toMatch(/^because people were asked/)
})

test('every reason that decided is a sentence by itself, and what merely agreed is none', () => {
  const trace = [
    entry('ask', 'a rule asks'),
    entry('pass', 'the budget is kept'),
    entry('ask', 'the risk is high. It was said.'),
  ]
  const reason = 'A person is asked, because a rule asks and the risk is high. It was said..'
  expect(reasonsOf({ verdict: 'ask', reason, trace })).toEqual(['A rule asks.', 'The risk is high. It was said.'])
  expect(reasonsOf({ verdict: 'stop', reason, trace: [...trace, entry('stop', 'the limit is reached')] })).toEqual([
    'The limit is reached.',
  ])
})

test('what the policy would let pass by now says that people were asked before', () => {
  const [only, ...more] = reasonsOf({ verdict: 'allow', reason: 'The agent goes on.', trace: [] })
  expect(only).toMatch(/^People were asked about this before/)
  expect(more).toEqual([])
})

test('a decision without a trace keeps its own words', () => {
  expect(reasonsOf({ verdict: 'ask', reason: 'A person is asked.', trace: [] })).toEqual(['A person is asked.'])
})
