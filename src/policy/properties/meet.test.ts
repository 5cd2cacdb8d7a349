import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideFresh, milder, policies, question, textOf, withHeuristicsOf } from '../../testing/arbitraries.ts'
import { wordyDocument } from '../../testing/arbitrary-policy.ts'
import { catalog } from '../../testing/catalog.ts'
import { AXES } from '../axes.ts'
import { compare } from '../compare.ts'
import { delegableOf, meet } from '../meet.ts'
import { resolvePolicy } from '../resolve.ts'

test('the stricter of two policies is the same whichever is named first', () => {
  fc.assert(
    fc.property(policies(2), ([a, b]) => {
      expect(textOf(meet(b!, a!))).toBe(textOf(meet(a!, b!)))
    }),
  )
})

test('the strictest of three policies is the same whichever two are taken first', () => {
  fc.assert(
    fc.property(policies(3), ([a, b, c]) => {
      expect(textOf(meet(meet(a!, b!), c!))).toBe(textOf(meet(a!, meet(b!, c!))))
    }),
  )
})

test('a policy is the stricter of itself and itself', () => {
  fc.assert(
    fc.property(policies(1), ([a]) => {
      expect(textOf(meet(a!, a!))).toBe(textOf(a))
    }),
  )
})

test('what is stricter already is not changed by meeting what is looser', () => {
  fc.assert(
    fc.property(policies(2), ([a, b]) => {
      const both = meet(a!, b!)
      expect(textOf(meet(both, a!))).toBe(textOf(both))
    }),
  )
})

test('the stricter of two policies is legal under each of them', () => {
  fc.assert(
    fc.property(policies(2, wordyDocument), ([a, b]) => {
      const both = meet(a!, b!)
      expect(compare(a!, both).violations).toEqual([])
      expect(compare(b!, both).violations).toEqual([])
    }),
  )
})

test('the stricter of two policies hands on no more than each of them', () => {
  fc.assert(
    fc.property(policies(2), ([a, b]) => {
      const handedOn = delegableOf(meet(a!, b!))
      expect(compare(a!, handedOn).violations).toEqual([])
      expect(textOf(handedOn)).toBe(textOf(meet(delegableOf(a!), delegableOf(b!))))
    }),
  )
})

test('the stricter of two policies is no looser than it has to be: what is legal under both is legal under it', () => {
  fc.assert(
    fc.property(policies(3, wordyDocument), fc.boolean(), ([a, b, c], near) => {
      const child = near ? meet(meet(a!, b!), c!) : c!
      fc.pre(compare(a!, child).legal && compare(b!, child).legal)
      expect(compare(meet(a!, b!), child).violations).toEqual([])
    }),
  )
})

test('on every axis, what is as strict as two values is as strict as the stricter of them', () => {
  // Settings of phases only mean something beside those of the run, so they are left to the test of whole policies.
  const names = AXES.map((axis) => axis.name).filter((name) => name !== 'overrides')
  fc.assert(
    fc.property(policies(3, wordyDocument), ([a, b, c]) => {
      const [underA, underB, underBoth] = [a!, b!, meet(a!, b!)].map((parent) => compare(parent, c!).axes)
      const asStrict = names.filter((name) => underA![name] !== 'looser' && underB![name] !== 'looser')
      expect(asStrict.filter((name) => underBoth![name] === 'looser')).toEqual([])
    }),
  )
})

test('the stricter of two policies decides nothing more mildly than either', () => {
  fc.assert(
    fc.property(question(2), ({ gate, policies: [a, b] }) => {
      const other = withHeuristicsOf(b!, a!)
      const both = decideFresh(meet(a!, other), gate)
      expect(milder(decideFresh(a!, gate), both)).toEqual([])
      expect(milder(decideFresh(other, gate), both)).toEqual([])
    }),
  )
})

test('the stricter of two policies is a policy: written down and read back it is the same', () => {
  fc.assert(
    fc.property(policies(2), ([a, b]) => {
      const both = meet(a!, b!)
      expect(textOf(resolvePolicy(JSON.parse(JSON.stringify(both)), catalog))).toBe(textOf(both))
    }),
  )
})
