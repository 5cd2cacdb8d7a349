import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decideFresh,
  familyQuestion,
  milder,
  policies,
  question,
  textOf,
  withHeuristicsOf,
} from '../../testing/arbitraries.ts'
import { wordyDocument } from '../../testing/arbitrary-policy.ts'
import { type TIGHTENABLE, tighten, tightenableFor } from '../../testing/arbitrary-tightening.ts'
import { catalog } from '../../testing/catalog.ts'
import { AXES } from '../axes.ts'
import { type Comparison, compare } from '../compare.ts'
import { delegableOf, effectivePolicy } from '../meet.ts'
import type { Policy } from '../policy.ts'
import { resolvePolicy } from '../resolve.ts'

const dice = fc.array(fc.nat(30), { minLength: 3, maxLength: 6 })

/** How a child comes to its policy: it says so itself, is cut to what is handed on, or differs from that on one axis. */
const CHILDREN = {
  own: ({ own }: Kin) => own,
  cut: ({ own, parent }: Kin) => effectivePolicy(own, [parent]),
  tightened: ({ most, axis, rolls }: Kin) => tighten(most, axis, rolls),
  unlike: ({ most, own, axis }: Kin) => ({ ...most, [axis]: own[axis] }),
}

interface Kin {
  readonly parent: Policy
  readonly most: Policy
  readonly own: Policy
  readonly axis: (typeof TIGHTENABLE)[number]
  readonly rolls: readonly number[]
}

/** A parent and a child, so related that the child is often legal. */
const family = fc
  .tuple(familyQuestion(2), fc.constantFrom('own', 'cut', 'tightened', 'unlike', 'unlike', 'unlike'), fc.nat(), dice)
  .map(([{ gate, policies: some }, how, die, rolls]) => {
    const [parent, own] = some as [Policy, Policy]
    const [axes, most] = [tightenableFor(gate.kind), delegableOf(parent)]
    const axis = axes[die % axes.length] ?? 'rules'
    const child = CHILDREN[how as keyof typeof CHILDREN]({ parent, most, own, axis, rolls })
    return { gate, parent, child: withHeuristicsOf(child, most) }
  })

test('a legal child is decided no more mildly than what its parent hands on', () => {
  fc.assert(
    fc.property(family, ({ gate, parent, child }) => {
      fc.pre(compare(parent, child).legal)
      expect(milder(decideFresh(delegableOf(parent), gate), decideFresh(child, gate))).toEqual([])
    }),
  )
})

test('a policy is legal under itself, equal on every axis', () => {
  fc.assert(
    fc.property(question(1), ({ policies: [policy] }) => {
      expect(orders(compare(policy!, policy!))).toEqual(['equal'])
    }),
  )
})

test('violations are the axes that are looser, and there are none exactly where the child is legal', () => {
  fc.assert(
    fc.property(family, ({ parent, child }) => {
      const { legal, violations, axes } = compare(parent, child)
      const looser = Object.entries(axes).filter(([, order]) => order === 'looser')
      expect(violations).toEqual(looser.map(([axis]) => axis))
      expect(legal).toBe(looser.length === 0)
    }),
  )
})

test('what is stricter one way is looser the other, and what is equal is equal both ways', () => {
  fc.assert(
    fc.property(policies(2, wordyDocument), ([a, b]) => {
      const there = compare(a!, b!).axes
      const back = compare(b!, a!).axes
      const unlike = AXES.map((axis) => [axis.name, there[axis.name], back[axis.name]]).filter(
        ([, one, other]) => (one === 'stricter' && other !== 'looser') || (one === 'equal' && other !== 'equal'),
      )
      expect(unlike).toEqual([])
    }),
  )
})

test('values that are equal are the same value, save where two spellings mean the same', () => {
  const spelledFreely = new Set(['rules', 'consent_required_kinds', 'overrides', 'combined_inference', 'frames'])
  const names = AXES.map((axis) => axis.name).filter((name) => !spelledFreely.has(name))
  fc.assert(
    fc.property(policies(2, wordyDocument), ([a, b]) => {
      const { axes } = compare(a!, b!)
      expect(names.filter((name) => axes[name] === 'equal')).toEqual(
        names.filter((name) => textOf(a![name]) === textOf(b![name])),
      )
    }),
  )
})

test('a child is legal exactly where both it and what it hands on are', () => {
  fc.assert(
    fc.property(policies(2), fc.boolean(), ([parent, own], cut) => {
      const child = cut ? { ...effectivePolicy(own!, [parent!]), delegable: own!.delegable } : own!
      const parts = [{ ...child, delegable: {} }, delegableOf(child)]
      expect(compare(parent!, child).legal).toBe(parts.every((part) => compare(parent!, part).legal))
    }),
  )
})

test('a grandchild that is legal under a legal child is legal under the parent', () => {
  fc.assert(
    fc.property(policies(3), fc.boolean(), ([parent, child, grandchild], cut) => {
      const below = cut ? effectivePolicy(child!, [parent!]) : child!
      const lowest = cut ? effectivePolicy(grandchild!, [below]) : grandchild!
      fc.pre(compare(parent!, below).legal && compare(below, lowest).legal)
      expect(compare(parent!, lowest).violations).toEqual([])
    }),
  )
})

test('policies that are equal on every axis decide every gate the same way', () => {
  fc.assert(
    fc.property(question(1), fc.boolean(), ({ gate, policies: [policy] }, flag) => {
      const other = respelled(policy!, flag)
      expect(orders(compare(policy!, other))).toEqual(['equal'])
      expect(orders(compare(other, policy!))).toEqual(['equal'])
      const [one, two] = [decideFresh(policy!, gate), decideFresh(other, gate)]
      expect(textOf(outcomes(two))).toBe(textOf(outcomes(one)))
    }),
  )
})

function orders({ axes }: Comparison): readonly string[] {
  return [...new Set(Object.values(axes))]
}

function outcomes({ verdict, trace }: ReturnType<typeof decideFresh>) {
  return [verdict, trace.map(({ axis, outcome }) => [axis, outcome])]
}

/** The same policy in other words: what holds the same gate, what a phase has anyway, and what is free. */
function respelled(policy: Policy, flag: boolean): Policy {
  const { warning_tolerance, error_tolerance, check_in_frequency } = policy
  const spoken = { warning_tolerance, error_tolerance, check_in_frequency }
  const phases = ['strategic', 'constructor', 'elsewhere', ...Object.keys(policy.overrides)]
  const own = (phase: string) => (Object.hasOwn(policy.overrides, phase) ? policy.overrides[phase] : {})
  const consents = policy.consent_required_kinds.map((kind) =>
    kind.startsWith('action')
      ? 'action_picked'
      : kind.replace(flag ? '_inferred' : '_confirmed', flag ? '_confirmed' : '_inferred'),
  )
  return resolvePolicy(
    {
      ...policy,
      combined_inference: flag,
      frames: { ...policy.frames, suggest_in_context: flag },
      overrides: Object.fromEntries(phases.map((phase) => [phase, { ...spoken, ...own(phase) }])),
      consent_required_kinds: consents,
      rules: policy.rules.map((rule) => ({ ...rule, because: 'someone wrote it anew' })),
      checkpoint_types: policy.checkpoint_types === 'none' ? [] : policy.checkpoint_types,
    },
    catalog,
  )
}
