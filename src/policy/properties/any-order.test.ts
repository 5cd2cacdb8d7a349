import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Gate } from '../../model/gate.ts'
import { decideFresh, textOf } from '../../testing/arbitraries.ts'
import { gateInput, gateInputOf } from '../../testing/arbitrary-gate.ts'
import { documentAbout, handingOn, plainDocument } from '../../testing/arbitrary-policy.ts'
import { catalog } from '../../testing/catalog.ts'
import { digestOf } from '../policy.ts'
import { resolvePolicy } from '../resolve.ts'

const document = fc.oneof(handingOn(documentAbout('tool')), handingOn(documentAbout('phase')), handingOn(plainDocument))
const die = fc.nat(1000)

test('the order of rules, of members and of keys changes neither digest nor decision', () => {
  fc.assert(
    fc.property(document, gateInput, die, (written, input, seed) => {
      const gate = Gate.parse(input)
      const one = resolvePolicy(written, catalog)
      const other = resolvePolicy(shuffled(written, seed, true), catalog)
      expect(digestOf(other)).toBe(digestOf(one))
      expect(textOf(decideFresh(other, gate))).toBe(textOf(decideFresh(one, gate)))
    }),
  )
})

test('saying a rule or a member twice changes nothing', () => {
  fc.assert(
    fc.property(document, (written) => {
      const twice = Object.fromEntries(
        Object.entries(written).map(([key, value]) => [key, Array.isArray(value) ? [...value, ...value] : value]),
      )
      expect(digestOf(resolvePolicy(twice, catalog))).toBe(digestOf(resolvePolicy(written, catalog)))
    }),
  )
})

test('the order of the keys of a gate changes nothing in the decision', () => {
  fc.assert(
    fc.property(documentAbout('tool'), fc.oneof(gateInput, gateInputOf('tool')), die, (written, input, seed) => {
      const policy = resolvePolicy(written, catalog)
      const other = Gate.parse(shuffled(input, seed, false))
      expect(textOf(decideFresh(policy, other))).toBe(textOf(decideFresh(policy, Gate.parse(input))))
    }),
  )
})

test('the order of the arguments of a call does not decide whether a rule matches', () => {
  const looksAtAll = fc.record({
    match: fc.record({ tool: fc.constant('*'), args: fc.record({ '*': fc.constantFrom('ls', '/*', '?*', 'rm *') }) }),
    // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
    then: fc.constantFrom('allow', 'ask'),
  })
  fc.assert(
    fc.property(looksAtAll, gateInputOf('tool'), die, (written, input, seed) => {
      const policy = resolvePolicy({ rules: [written] }, catalog)
      const other = Gate.parse(shuffled(input, seed, false))
      expect(textOf(decideFresh(policy, other))).toBe(textOf(decideFresh(policy, Gate.parse(input))))
    }),
  )
})

test('the order of issues changes neither verdict, reason nor totals', () => {
  fc.assert(
    fc.property(documentAbout('step'), gateInputOf('step'), die, (written, input, seed) => {
      const policy = resolvePolicy(written, catalog)
      const [one, other] = [input, shuffled(input, seed, true)].map((step) => decideFresh(policy, Gate.parse(step)))
      expect([other?.verdict, other?.reason]).toEqual([one?.verdict, one?.reason])
      expect(textOf([other?.trace, other?.totals])).toBe(textOf([one?.trace, one?.totals]))
    }),
  )
})

test('the order of the milestones of a phase changes neither verdict nor reason', () => {
  fc.assert(
    fc.property(documentAbout('phase'), gateInputOf('phase'), die, (written, input, seed) => {
      const policy = resolvePolicy(written, catalog)
      const [one, other] = [input, shuffled(input, seed, true)].map((phase) => decideFresh(policy, Gate.parse(phase)))
      expect([other?.verdict, other?.reason]).toEqual([one?.verdict, one?.reason])
    }),
  )
})

/** The same value with its keys in another order at every depth and, where they are sets, its lists too. */
function shuffled(value: unknown, seed: number, lists: boolean): unknown {
  if (Array.isArray(value)) {
    const inner = value.map((part) => shuffled(part, seed, lists))
    return lists ? turned(inner, seed) : inner
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [key, shuffled(part, seed + 1, lists)] as const)
  return Object.fromEntries(turned(entries, seed))
}

function turned<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const cut = seed % Math.max(1, items.length)
  const rotated = [...items.slice(cut), ...items.slice(0, cut)]
  return seed % 2 === 0 ? rotated.toReversed() : rotated
}
