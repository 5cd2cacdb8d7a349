import { expect, test } from 'vitest'
import type { TraceEntry } from './decision.ts'
import { reasonsOf } from './why-held.ts'

const entry = (outcome: TraceEntry['outcome'], because: string): TraceEntry => ({
  ...{ axis: because, outcome, because },
  ...{ observed: null, limit: null },
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
