import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Decision } from '../../model/decision.ts'
import { AppError } from '../../model/errors.ts'
import { GATE_KINDS, Gate, type GateKind } from '../../model/gate.ts'
import { decideFresh, familyQuestion, policies, question, textOf } from '../../testing/arbitraries.ts'
import { gateInput, gateInputOf } from '../../testing/arbitrary-gate.ts'
import { documentAbout, plainDocument } from '../../testing/arbitrary-policy.ts'
import { catalog } from '../../testing/catalog.ts'
import { AXES, type AxisName } from '../axes.ts'
import { compilePolicy } from '../compile.ts'
import { decide } from '../decide.ts'
import { standardPolicy } from '../overlay.ts'
import { digestOf } from '../policy.ts'
import { resolvePolicy } from '../resolve.ts'

test('every valid policy answers every valid gate with a decision that its schema accepts', () => {
  fc.assert(
    fc.property(familyQuestion(1), ({ gate, policies: [policy] }) => {
      const decision = decideFresh(policy!, gate)
      expect(Decision.safeParse(decision).error).toBeUndefined()
      expect(() => textOf(decision)).not.toThrow()
    }),
  )
})

/** What JSON can hold, with keys and words of the contract mixed in, so that it is often nearly right. */
const nearly = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('all', 'stop', 'high', 'a..b', '/~', '(', '1e400', -1, 0.5, 101, null, [], {}, [''], ['all']),
  fc.constantFrom({ regex: '(?=x)' }, { tool: '' }, [{ match: { tool: '*', args: { 'a..b': '*' } }, then: 'allow' }]),
)

test('a document is refused with an error of ours, or it makes a policy that can decide', () => {
  const rule = fc.record({
    match: fc.record({
      tool: fc.string({ maxLength: 4 }),
      args: fc.dictionary(fc.string({ maxLength: 4 }), fc.string()),
    }),
    // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
    then: fc.constantFrom('allow', 'ask', 'deny'),
  })
  const spoiled = fc.oneof(
    fc.tuple(plainDocument, fc.string({ maxLength: 12 }), nearly).map(([document, key, value]) => {
      const keys = Object.keys(document)
      return { ...document, [keys[key.length % Math.max(1, keys.length)] ?? key]: value }
    }),
    fc.record({ rules: fc.array(rule, { minLength: 1, maxLength: 2 }) }),
    nearly,
  )
  fc.assert(
    fc.property(spoiled, gateInput, (document, input) => {
      const policy = refusedOr(() => resolvePolicy(document, catalog)) ?? standardPolicy(catalog)
      expect(Decision.safeParse(decideFresh(policy, Gate.parse(input))).error).toBeUndefined()
    }),
    {
      examples: [[{ rules: [{ match: { tool: '*', args: { 'a..b': '*' } }, then: 'allow' }] }, { kind: 'completion' }]],
    },
  )
})

test('a gate is refused by its schema, or it can be decided', () => {
  const spoiled = fc.tuple(gateInput, fc.nat(), nearly).map(([input, die, value]) => {
    const keys = Object.keys(input)
    return { ...input, [keys[die % keys.length] ?? '']: value }
  })
  fc.assert(
    fc.property(fc.oneof(spoiled, nearly), plainDocument, (input, document) => {
      const read = Gate.safeParse(input)
      const gate = read.data ?? ({ kind: 'completion' } as const)
      expect(Decision.safeParse(decideFresh(resolvePolicy(document, catalog), gate)).error).toBeUndefined()
    }),
  )
})

test('the same gate under the same policy is decided the same way every time', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      const compiled = compilePolicy(policy!, catalog)
      const first = textOf(decide(compiled, gate))
      expect(textOf(decide(compiled, gate))).toBe(first)
      expect(textOf(decideFresh(policy!, gate))).toBe(first)
    }),
  )
})

test('what was decided before leaves no trace in what is decided after', () => {
  const asked = (kind: GateKind) =>
    fc.tuple(documentAbout(kind), fc.array(gateInputOf(kind), { minLength: 2, maxLength: 5 }))
  fc.assert(
    fc.property(fc.oneof(...GATE_KINDS.map(asked), asked('tool'), asked('step')), ([document, inputs]) => {
      const policy = resolvePolicy(document, catalog)
      const compiled = compilePolicy(policy, catalog)
      for (const gate of inputs.map((input) => Gate.parse(input))) {
        expect(textOf(decide(compiled, gate))).toBe(textOf(decideFresh(policy, gate)))
      }
    }),
  )
})

test('deciding changes neither the policy nor the gate', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      const before = textOf([policy, gate])
      frozen(policy)
      frozen(gate)
      decideFresh(policy!, gate)
      expect(textOf([policy, gate])).toBe(before)
    }),
  )
})

test('a policy that was written to JSON and read back has the same digest and decides the same', () => {
  fc.assert(
    fc.property(familyQuestion(1), ({ gate, policies: [policy] }) => {
      const back = JSON.parse(JSON.stringify(policy))
      expect(digestOf(back)).toBe(digestOf(policy!))
      expect(textOf(decideFresh(back, gate))).toBe(textOf(decideFresh(policy!, gate)))
      expect(digestOf(resolvePolicy(back, catalog))).toBe(digestOf(policy!))
    }),
  )
})

test('two policies have the same digest exactly where they say the same on every axis', () => {
  const names = fc.constantFrom(...AXES.map((axis) => axis.name), 'delegable')
  fc.assert(
    fc.property(policies(2), names, ([a, b], name) => {
      const other = { ...a!, [name]: b![name as AxisName] }
      expect(digestOf(a!) === digestOf(other)).toBe(textOf(a) === textOf(other))
    }),
  )
})

function refusedOr<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return undefined
  }
}

function frozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.freeze(value)
  for (const part of Object.values(value)) frozen(part)
}
