import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOf } from '../../testing/arbitraries.ts'
import { type DocumentInput, handingOn, plainDocument } from '../../testing/arbitrary-policy.ts'
import { catalog } from '../../testing/catalog.ts'
import { AXES, type AxisName } from '../axes.ts'
import { delegableOf } from '../meet.ts'
import { digestOf, type Policy } from '../policy.ts'
import { resolveChild, resolvePolicy } from '../resolve.ts'

const document = handingOn(plainDocument)
const NAMES = AXES.map((axis) => axis.name)
const LEVEL_AXES: readonly string[] = ['check_in_frequency', 'warning_tolerance', 'error_tolerance']

test('what a document names is what its policy says', () => {
  fc.assert(
    fc.property(document, (written) => {
      const policy = resolvePolicy(written, catalog)
      expect(named(written).filter((axis) => !says(policy[axis], written[axis]))).toEqual([])
    }),
  )
})

test('what a document does not name comes from its old level, else from its preset, else from standard', () => {
  fc.assert(
    fc.property(document, (written) => {
      const policy = resolvePolicy(written, catalog)
      const below = resolvePolicy(written['preset'] ?? 'standard', catalog)
      const level = written['level'] === undefined ? below : resolvePolicy(`runs/${written['level']}`, catalog)
      const [fromLevel, rest] = [true, false].map((old) =>
        unnamed(written).filter((axis) => LEVEL_AXES.includes(axis) === old),
      )
      expect(unlike(fromLevel!, policy, level)).toEqual([])
      expect(unlike(rest!, policy, below)).toEqual([])
    }),
  )
})

test('the parts of an axis that a document does not name come from its preset too', () => {
  fc.assert(
    fc.property(plainDocument, (written) => {
      const policy = resolvePolicy(written, catalog)
      const below = resolvePolicy(written['preset'] ?? 'standard', catalog)
      for (const axis of ['phase_stops', 'limits', 'risk_tolerance', 'frames'] as const) {
        const given = (written[axis] ?? {}) as object
        const parts = Object.entries(below[axis]).filter(([part]) => !(part in given))
        expect(policy[axis]).toMatchObject(Object.fromEntries(parts))
      }
    }),
  )
})

test('a policy names every axis', () => {
  fc.assert(
    fc.property(document, (written) => {
      expect(Object.keys(resolvePolicy(written, catalog)).sort()).toEqual([...NAMES, 'delegable'].sort())
    }),
  )
})

test('a complete policy, read as a document, is itself', () => {
  fc.assert(
    fc.property(document, (written) => {
      const policy = resolvePolicy(written, catalog)
      expect(digestOf(resolvePolicy(policy, catalog))).toBe(digestOf(policy))
    }),
  )
})

test('what may be handed on is what the document says of it, and the policy’s own where it says nothing', () => {
  fc.assert(
    fc.property(plainDocument, plainDocument, (written, { preset: _preset, level: _level, ...delegable }) => {
      const policy = resolvePolicy({ ...written, delegable }, catalog)
      const most = delegableOf(policy)
      expect(named(delegable).filter((axis) => !says(most[axis], delegable[axis]))).toEqual([])
      expect(unlike(unnamed(delegable), most, policy)).toEqual([])
    }),
  )
})

test('what a child does not name is what its parent hands on', () => {
  fc.assert(
    fc.property(document, plainDocument, (written, { preset: _preset, level: _level, ...child }) => {
      const parent = resolvePolicy(written, catalog)
      const policy = resolveChild(parent, child, catalog)
      expect(named(child).filter((axis) => !says(policy[axis], child[axis]))).toEqual([])
      expect(unlike(unnamed(child), policy, delegableOf(parent))).toEqual([])
      expect(policy.delegable).toEqual({})
    }),
  )
})

test('a preset means the same for a child as for anybody', () => {
  fc.assert(
    fc.property(document, plainDocument, fc.constantFrom(...catalog.presets.keys()), (written, named, preset) => {
      const child = { ...named, preset }
      const policy = resolveChild(resolvePolicy(written, catalog), child, catalog)
      expect(digestOf(policy)).toBe(digestOf(resolvePolicy(child, catalog)))
    }),
  )
})

test('a child that names nothing is exactly what its parent hands on', () => {
  fc.assert(
    fc.property(document, (written) => {
      const parent = resolvePolicy(written, catalog)
      expect(digestOf(resolveChild(parent, {}, catalog))).toBe(digestOf(delegableOf(parent)))
    }),
  )
})

function named(written: DocumentInput): readonly AxisName[] {
  return NAMES.filter((axis) => axis in written)
}

function unnamed(written: DocumentInput): readonly AxisName[] {
  return NAMES.filter((axis) => !(axis in written))
}

/** The axes on which two policies differ. */
function unlike(axes: readonly AxisName[], one: Policy, other: Policy): readonly AxisName[] {
  return axes.filter((axis) => textOf(one[axis]) !== textOf(other[axis]))
}

/** True when a policy says what a document gave it to say; a part that stops nothing may be left out of the policy. */
function says(said: unknown, given: unknown): boolean {
  if (Array.isArray(given)) return isSameSet(given, Array.isArray(said) ? said : [])
  if (typeof given !== 'object' || given === null) return textOf(said) === textOf(given)
  return Object.entries(given).every(([part, value]) => says((said as Record<string, unknown>)[part] ?? 0, value))
}

/** Of several rules for one match only the most severe may be kept, which is the business of their own tests. */
function isSameSet(given: readonly unknown[], said: readonly unknown[]): boolean {
  const texts = new Set(given.map(textOf))
  const keys = (members: readonly unknown[]) => new Set(members.map(keyOf))
  return said.every((member) => texts.has(textOf(member))) && keys(said).size === keys(given).size
}

function keyOf(member: unknown): string {
  return typeof member === 'string' ? member : textOf((member as { match: unknown }).match)
}
