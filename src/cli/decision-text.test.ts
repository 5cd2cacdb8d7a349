import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Decision } from '../model/decision.ts'
import { compilePolicy } from '../policy/compile.ts'
import { decide } from '../policy/decide.ts'
import { decideFresh, question } from '../testing/arbitraries.ts'
import { catalog } from '../testing/catalog.ts'
import { decisionText } from './decision-text.ts'

test('the text of a decision is that of JSON.stringify', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies }) => {
      for (const policy of policies) {
        const decision = decideFresh(policy, gate)
        expect(decisionText(decision)).toBe(JSON.stringify(decision))
      }
    }),
  )
})

test('it stays so when many gates share one compiled policy, whose parts are remembered', () => {
  fc.assert(
    fc.property(fc.array(question(1), { minLength: 2, maxLength: 6 }), (questions) => {
      const [first] = questions[0]?.policies ?? []
      if (first === undefined) return
      const compiled = compilePolicy(first, catalog)
      const decisions = questions.map(({ gate }) => decide(compiled, gate))
      expect(decisions.map(decisionText)).toEqual(decisions.map((decision) => JSON.stringify(decision)))
    }),
  )
})

test('names that JSON has to escape are escaped', () => {
  const entry = { axis: 'rules', outcome: 'deny', observed: 'a"\\\u0000', limit: ['\u2028'], because: '"' } as const
  const decision: Decision = {
    verdict: 'deny',
    reason: '"\n',
    trace: [entry],
    would_allow_if: null,
    policy_digest: 'sha256:00',
  }
  expect(decisionText(decision)).toBe(JSON.stringify(decision))
})
