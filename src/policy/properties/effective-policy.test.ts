import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideFresh, familyQuestion, milder, textOf } from '../../testing/arbitraries.ts'
import { TIGHTENABLE, tighten } from '../../testing/arbitrary-tightening.ts'
import { compare } from '../compare.ts'
import { delegableOf, effectivePolicy } from '../meet.ts'
import type { Policy } from '../policy.ts'

const dice = fc.array(fc.nat(30), { minLength: 3, maxLength: 6 })

/** A job's own policy and one to three ancestors. */
const lineage = fc
  .tuple(fc.integer({ min: 2, max: 4 }), familyQuestion(4))
  .map(([length, { gate, policies }]) => ({ gate, own: policies[0]!, ancestors: policies.slice(1, length) }))

test('what holds for a job is legal under each of its ancestors', () => {
  fc.assert(
    fc.property(lineage, ({ own, ancestors }) => {
      const effective = effectivePolicy(own, ancestors)
      for (const ancestor of ancestors) expect(compare(ancestor, effective).violations).toEqual([])
    }),
  )
})

test('what holds for a job is no looser than its own policy', () => {
  fc.assert(
    fc.property(lineage, ({ gate, own, ancestors }) => {
      const effective = effectivePolicy(own, ancestors)
      expect(violations(own, effective)).toEqual([])
      expect(milder(decideFresh(own, gate), decideFresh(effective, gate))).toEqual([])
    }),
  )
})

test('a job that is legal under all its ancestors keeps its own policy', () => {
  fc.assert(
    fc.property(lineage, fc.boolean(), ({ gate, own, ancestors }, cut) => {
      const legal = cut ? effectivePolicy(own, ancestors) : own
      fc.pre(ancestors.every((ancestor) => compare(ancestor, legal).legal))
      const effective = effectivePolicy(legal, ancestors)
      expect(
        new Set(Object.values(compare({ ...legal, delegable: {} }, { ...effective, delegable: {} }).axes)),
      ).toEqual(new Set(['equal']))
      expect(new Set(Object.values(compare(delegableOf(effective), delegableOf(legal)).axes))).toEqual(
        new Set(['equal']),
      )
      const kept = decideFresh(effective, gate)
      expect(textOf(outcomes(kept))).toBe(textOf(outcomes(decideFresh(legal, gate))))
    }),
  )
})

test('what is free to choose stays as the job chose it, whatever its ancestors chose', () => {
  fc.assert(
    fc.property(lineage, ({ own, ancestors }) => {
      const effective = effectivePolicy(own, ancestors)
      expect(effective.combined_inference).toBe(own.combined_inference)
      expect(effective.frames.enabled_heuristics).toEqual(own.frames.enabled_heuristics)
      expect(effective.frames.suggest_in_context).toBe(own.frames.suggest_in_context)
    }),
  )
})

test('what holds for a job holds again when it is computed from itself', () => {
  fc.assert(
    fc.property(lineage, ({ own, ancestors }) => {
      const once = effectivePolicy(own, ancestors)
      expect(textOf(effectivePolicy(once, ancestors))).toBe(textOf(once))
    }),
  )
})

test('the order of the ancestors does not matter', () => {
  fc.assert(
    fc.property(lineage, ({ own, ancestors }) => {
      expect(textOf(effectivePolicy(own, ancestors.toReversed()))).toBe(textOf(effectivePolicy(own, ancestors)))
    }),
  )
})

test('one more ancestor never loosens what holds for a job', () => {
  fc.assert(
    fc.property(lineage, ({ gate, own, ancestors: [another, ...ancestors] }) => {
      const fewer = effectivePolicy(own, ancestors)
      const more = effectivePolicy(own, [...ancestors, another!])
      expect(violations(fewer, more)).toEqual([])
      expect(milder(decideFresh(fewer, gate), decideFresh(more, gate))).toEqual([])
    }),
  )
})

test('tightening an ancestor never loosens what holds for a running job', () => {
  fc.assert(
    fc.property(
      lineage,
      fc.constantFrom(...TIGHTENABLE),
      dice,
      ({ gate, own, ancestors: [first, ...rest] }, axis, rolls) => {
        const before = effectivePolicy(own, [first!, ...rest])
        const after = effectivePolicy(own, [tighten(delegableOf(first!), axis, rolls), ...rest])
        expect(violations(before, after)).toEqual([])
        expect(milder(decideFresh(before, gate), decideFresh(after, gate))).toEqual([])
      },
    ),
  )
})

/** Where the second policy, or what it hands on, is looser than the first. */
function violations(looser: Policy, tighter: Policy): readonly string[] {
  const own = compare({ ...looser, delegable: {} }, { ...tighter, delegable: {} })
  return [...own.violations, ...compare(delegableOf(looser), delegableOf(tighter)).violations]
}

function outcomes({ verdict, trace }: ReturnType<typeof decideFresh>) {
  return [verdict, trace.map(({ axis, outcome }) => [axis, outcome])]
}
