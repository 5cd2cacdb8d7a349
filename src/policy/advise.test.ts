import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Gate, type GateInput } from '../model/gate.ts'
import { decideFresh, question } from '../testing/arbitraries.ts'
import { decideUnder } from '../testing/catalog.ts'
import { advise } from './advise.ts'
import { explain } from './explain.ts'
import type { Policy } from './policy.ts'

function told(policy: unknown, input: GateInput): string | null {
  const gate = Gate.parse(input)
  return explain(decideUnder(policy, gate), gate).advice
}

test('whoever calls a tool of which nothing is declared reads what its author or a rule can say', () => {
  expect(told('jobs/dependent', { kind: 'tool', tool: 'send_mail' })).toBe(
    'Or, in the place of irreversibility_threshold and pause_on_risk_amplifier: declare destructiveHint: false and openWorldHint: false, or readOnlyHint: true, for send_mail where that is true of it, or vouch for it with the rule { match: { tool: send_mail }, then: allow }.',
  )
})

test('of what was declared, and holds the call, only a rule speaks otherwise', () => {
  expect(told('jobs/dependent', { kind: 'tool', tool: 'drop', annotations: { destructiveHint: true } })).toBe(
    'Or, in the place of irreversibility_threshold and pause_on_risk_amplifier: vouch for drop with the rule { match: { tool: drop }, then: allow }.',
  )
})

test.for([
  ['what passes', 'jobs/full', { kind: 'tool', tool: 'read', annotations: { readOnlyHint: true } }],
  ['a name that no sentence has room for', 'jobs/dependent', { kind: 'tool', tool: '?'.repeat(41) }],
  ['what is no tool', 'jobs/dependent', { kind: 'completion' }],
  [
    'what is held for another reason',
    { preset: 'jobs/dependent', rules: [{ match: { tool: 'read' }, then: 'ask' }] },
    { kind: 'tool', tool: 'read', annotations: { readOnlyHint: true } },
  ],
] as const)('nothing is advised for %s', ([, policy, gate]) => {
  expect(told(policy, gate)).toBeNull()
})

test('a tool that is named like a pattern is vouched for by its name alone', () => {
  const gate = Gate.parse({ kind: 'tool', tool: 'a*\\b?' })
  const advice = advise(decideUnder('jobs/dependent', gate), gate)
  const policy = { preset: 'jobs/dependent', rules: [advice?.rule] }
  expect(decideUnder(policy, gate).verdict).toBe('allow')
  expect(decideUnder(policy, { kind: 'tool', tool: 'axx\\bx' }).verdict).toBe('ask')
})

/** The policy with every remedy but those that the advice takes the place of. */
function withOthers(policy: Policy, gate: Gate, axes: readonly string[]): Policy {
  const changes = decideFresh(policy, gate).would_allow_if ?? []
  const others = changes.filter(({ axis }) => !axes.includes(axis)).map(({ axis, to }) => [axis, to])
  return { ...policy, ...Object.fromEntries(others) }
}

test('the rule that is advised, and the hints, let the very gate pass, whatever the policy', () => {
  let advised = 0
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      if (policy === undefined) return
      const advice = advise(decideFresh(policy, gate), gate)
      if (advice === null || gate.kind !== 'tool') return
      advised += 1
      const rest = withOthers(policy, gate, advice.axes)
      expect(decideFresh({ ...rest, rules: [...rest.rules, advice.rule] }, gate).verdict).toBe('allow')
      if (advice.hints === null) return
      const hinted = { ...gate, annotations: { ...gate.annotations, ...advice.hints } }
      expect(decideFresh(rest, hinted).verdict).toBe('allow')
    }),
    { numRuns: 2000 },
  )
  expect(advised).toBeGreaterThan(50)
})
