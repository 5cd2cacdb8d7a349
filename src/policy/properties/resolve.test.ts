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
      for (const axis of named(written)) expectSaid(written[axis], policy[axis])
    }),
  )
})

test('what a document does not name comes from its old level, else from its preset, else from standard', () => {
  fc.assert(
    fc.property(document, (written) => {
      const policy = resolvePolicy(written, catalog)
      const below = resolvePolicy(written['preset'] ?? 'standard', catalog)
      const level = written['level'] === undefined ? below : resolvePolicy(`runs/${written['level']}`, catalog)
      for (const axis of unnamed(written)) {
        const source = LEVEL_AXES.includes(axis) ? level : below
        expect(textOf(policy[axis]), axis).toBe(textOf(source[axis]))
      }
    }),
  )
})

test('the parts of an axis that a document does not name come from its preset too', () => {
  fc.assert(
    fc.property(plainDocument, (written) => {
      const policy = resolvePolicy(written, catalog)
      const below = resolvePolicy(written['preset'] ?? 'standard', catalog)
      for (const axis of ['phase_stops', 'limits', 'risk_tolerance', 'frames'] as const) {
        const given = (written[axis] ?? {}) as Readonly<Record<string, unknown>>
        for (const [part, value] of Object.entries(below[axis])) {
          if (!(part in given))
            expect(textOf((policy[axis] as unknown as Record<string, unknown>)[part])).toBe(textOf(value))
        }
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
      for (const axis of named(delegable)) expectSaid(delegable[axis], most[axis])
      for (const axis of unnamed(delegable)) expect(textOf(most[axis]), axis).toBe(textOf(policy[axis]))
    }),
  )
})

test('what a child does not name is what its parent hands on', () => {
  fc.assert(
    fc.property(document, plainDocument, (written, { preset: _preset, level: _level, ...child }) => {
      const parent = resolvePolicy(written, catalog)
      const policy = resolveChild(parent, child, catalog)
      for (const axis of named(child)) expectSaid(child[axis], policy[axis])
      for (const axis of unnamed(child)) expect(textOf(policy[axis]), axis).toBe(textOf(delegableOf(parent)[axis]))
      expect(policy.delegable).toEqual({})
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

/** Lists are sets, so they are compared as such; a part of an axis that says nothing may be left out of the policy. */
function expectSaid(given: unknown, said: Policy[AxisName]): void {
  if (Array.isArray(given)) return expectSameSet(given, said === 'none' ? [] : (said as readonly unknown[]))
  if (typeof given !== 'object' || given === null) return void expect(said).toBe(given)
  for (const [part, value] of Object.entries(given)) {
    const there = (said as unknown as Readonly<Record<string, unknown>>)[part]
    if (Array.isArray(value)) expectSameSet(value, (there ?? []) as readonly unknown[])
    else expect(textOf(there ?? 0), part).toBe(textOf(value))
  }
}

/** Of two rules for the same match only the more severe is kept, which is the business of the rules' own tests. */
function expectSameSet(given: readonly unknown[], said: readonly unknown[]): void {
  const texts = new Set(given.map(textOf))
  for (const member of said) expect(texts).toContain(textOf(member))
  if (given.every((member) => typeof member === 'string')) expect(said.length).toBe(texts.size)
  else expect(new Set(said.map(matchOf)).size).toBe(new Set(given.map(matchOf)).size)
}

function matchOf(rule: unknown): string {
  return textOf((rule as { match: unknown }).match)
}
