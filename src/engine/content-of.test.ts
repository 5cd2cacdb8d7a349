import { expect, test } from 'vitest'
import { Gate, type GateInput } from '../model/gate.ts'
import { aCall, THE_END } from '../testing/builders.ts'
import { contentHash, fingerprintOf } from './content-hash.ts'
import { contentOf, gateAbout, isIrreversible, refuseOtherCall } from './content-of.ts'

const action = (given: object) =>
  Gate.parse({ kind: 'action', confidence: 1, action: { ...given } } satisfies GateInput)

test.for([
  ['its name', { name: 'pay', kind: 'standard' }, 'pay'],
  ['its kind, where it has no name', { kind: 'standard' }, 'standard'],
  ['a word for that, where it has neither', {}, 'unnamed'],
])('an action goes by %s', ([, given, tool]) => {
  expect(contentOf(action(given as object))).toMatchObject({ tool })
})

test('what only passes is no call', () => {
  expect(contentOf(THE_END)).toEqual({ gate: THE_END })
})

test('invariant 20: only what the agent says can not be undone is so', () => {
  const said = ['high', 'medium', 'low', null].map((irreversibility) => isIrreversible(action({ irreversibility })))
  expect(said).toEqual([true, false, false, false])
  expect(isIrreversible(aCall())).toBe(false)
})

test.for([
  ['another tool', aCall(), { tool: 'sent', args: { to: 'bob' } }],
  ['other arguments', aCall(), { tool: 'send', args: { to: 'eve' } }],
  ['no arguments', aCall(), { tool: 'send' }],
  ['a question of its own', aCall(), { tool: 'send', args: { to: 'bob' }, gate: null }],
  ['no question', THE_END, {}],
  ['nothing for a question', THE_END, { gate: null }],
  ['other words about an action', action({ name: 'pay' }), contentOf(action({ name: 'pay', kind: 'standard' }))],
] as const)('invariant 2: content with %s is not what the gate asks about', ([, gate, content]) => {
  expect(() => refuseOtherCall(gate, content)).toThrow('not the call')
  expect(() => refuseOtherCall(gate, structuredClone(contentOf(gate)))).not.toThrow()
})

test('an action asks the same whatever its arguments become, and a call of a tool asks with them', () => {
  const [pay, content] = [action({ name: 'pay' }), { tool: 'pay', args: { euros: 5 } }]
  expect(gateAbout(pay, content)).toEqual(pay)
  expect(gateAbout(aCall('pay', {}), content)).toEqual(aCall('pay', content.args))
})

test('a no to one question that only lets work pass is no no to another', () => {
  const other = contentOf(Gate.parse({ kind: 'phase', phase: 'strategic', number: 1 } satisfies GateInput))
  expect(fingerprintOf(contentOf(THE_END))).not.toBe(fingerprintOf(other))
  expect(fingerprintOf(other)).toBe(contentHash(other))
})
