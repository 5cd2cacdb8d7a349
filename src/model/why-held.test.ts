import { expect, test } from 'vitest'
import type { Decision, TraceEntry } from './decision.ts'
import { whyHeldBriefly } from './why-held.ts'

function asking(...causes: readonly string[]): Pick<Decision, 'verdict' | 'reason' | 'trace'> {
  const entry = (because: string): TraceEntry => ({ axis: 'a', outcome: 'ask', observed: 1, limit: 0, because })
  const passed = { ...entry('it is fine'), outcome: 'pass' } as const
  const reason = `A person is asked, because ${causes.join(' and ')}.`
  return { verdict: 'ask', reason, trace: [passed, ...causes.map(entry)] }
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
