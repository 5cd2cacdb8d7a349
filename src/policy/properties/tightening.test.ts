import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideFresh, milder, policies, question, textOf, withHeuristicsOf } from '../../testing/arbitraries.ts'
import { wordyDocument } from '../../testing/arbitrary-policy.ts'
import { TIGHTENABLE, tighten, tightenableFor } from '../../testing/arbitrary-tightening.ts'
import { catalog } from '../../testing/catalog.ts'
import { compare } from '../compare.ts'
import { meet } from '../meet.ts'
import type { Policy } from '../policy.ts'
import { resolvePolicy } from '../resolve.ts'

const dice = fc.array(fc.nat(30), { minLength: 3, maxLength: 6 })

test('tightening one axis never turns a verdict into allow', () => {
  fc.assert(
    fc.property(question(1), dice, ({ gate, policies: [policy] }, rolls) => {
      const before = decideFresh(policy!, gate)
      fc.pre(before.verdict !== 'allow')
      for (const axis of tightenableFor(gate.kind)) {
        expect(decideFresh(tighten(policy!, axis, rolls), gate).verdict).not.toBe('allow')
      }
    }),
  )
})

test('tightening one axis makes no axis of the trace milder, save limits that have less to count', () => {
  fc.assert(
    fc.property(question(1), dice, ({ gate, policies: [policy] }, rolls) => {
      const before = decideFresh(policy!, gate)
      for (const axis of tightenableFor(gate.kind)) {
        expect(milder(before, decideFresh(tighten(policy!, axis, rolls), gate))).toEqual([])
      }
    }),
  )
})

test('taking over what another policy says on one axis, where that is stricter, makes nothing milder', () => {
  fc.assert(
    fc.property(question(2), fc.constantFrom(...TIGHTENABLE), ({ gate, policies: [policy, other] }, axis) => {
      const both = withHeuristicsOf(meet(policy!, other!), policy!)
      const tighter = resolvePolicy({ ...policy!, [axis]: both[axis] }, catalog)
      // Settings of phases only mean something beside those of the run, so alone they may be looser.
      fc.pre(axis !== 'overrides' || compare(policy!, tighter).axes.overrides !== 'looser')
      expect(milder(decideFresh(policy!, gate), decideFresh(tighter, gate))).toEqual([])
    }),
  )
})

test('tightening many axes at once never makes the verdict milder, save a limit that gives way to a question', () => {
  const axes = fc.subarray([...TIGHTENABLE], { minLength: 2 })
  fc.assert(
    fc.property(question(1), axes, dice, ({ gate, policies: [policy] }, names, rolls) => {
      const tighter = names.reduce((so: Policy, axis) => tighten(so, axis, rolls), policy!)
      expect(milder(decideFresh(policy!, gate), decideFresh(tighter, gate))).toEqual([])
    }),
  )
})

test('a tightening is called stricter than the old policy, and the old one looser than it', () => {
  fc.assert(
    fc.property(policies(1, wordyDocument), dice, ([policy], rolls) => {
      const wrong = TIGHTENABLE.filter((axis) => {
        const tighter = tighten(policy!, axis, rolls)
        const orders = `${compare(policy!, tighter).axes[axis]} ${compare(tighter, policy!).axes[axis]}`
        if (orders === 'equal equal')
          return !MAY_SAY_THE_SAME.has(axis) && meaning(tighter[axis]) !== meaning(policy![axis])
        return orders !== 'stricter looser'
      })
      expect(wrong).toEqual([])
    }),
  )
})

/** One more consent to the same gate, or a setting that the phase has anyway, changes the words but nothing else. */
const MAY_SAY_THE_SAME: ReadonlySet<string> = new Set(['consent_required_kinds', 'overrides'])

/** A value without the reasons that people wrote beside it. */
function meaning(value: unknown): string {
  return textOf(JSON.parse(JSON.stringify(value, (key, part) => (key === 'because' ? undefined : part))))
}
