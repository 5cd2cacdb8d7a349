import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { misfitsOf } from './misfits.ts'
import { refuseUnreadable } from './read-schema.ts'

const PLAIN = ['a', 'b', 'c', '0'] as const
/** What every object has from its kind. */
const OF_OBJECTS = ['a', 'toString', 'constructor', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'] as const

type Names = readonly [string, ...string[]]
type Words = Readonly<Record<string, unknown>>

const text = () => fc.constantFrom('', 'a', 'b', 'ab', 'abc', '😀', '😀😀', 'a😀')
const number = () => fc.constantFrom(0, 1, 2, 3, 4, 6, -1, 0.5, 1.5, 2.25)
const plain = () => fc.oneof(text(), number(), fc.boolean(), fc.constant(null))

/** Values from few pieces, so that they often fit. */
function valuesWith(names: Names): fc.Arbitrary<unknown> {
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      plain(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))['value'] as fc.Arbitrary<unknown>
}

const bound = () => fc.nat({ max: 3 })
const type = () => fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'integer', 'string')

function schemasWith(names: Names, equal: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Words> {
  const { part } = fc.letrec((tie) => {
    const inner = tie('part')
    const parts = fc.array(inner, { minLength: 1, maxLength: 3 })
    const words: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
      type: fc.oneof(type(), fc.uniqueArray(type(), { minLength: 1, maxLength: 3 })),
      ...equal,
      ...{ anyOf: parts, oneOf: parts, allOf: parts, not: inner },
      properties: fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 3, noNullPrototype: true }),
      required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
      additionalProperties: inner,
      propertyNames: inner,
      ...{ minProperties: bound(), maxProperties: bound() },
      ...{ items: inner, prefixItems: parts, minItems: bound(), maxItems: bound() },
      ...{ contains: inner, minContains: bound(), maxContains: bound() },
      ...{ minLength: bound(), maxLength: bound() },
      ...{ minimum: number(), maximum: number(), exclusiveMinimum: number(), exclusiveMaximum: number() },
      multipleOf: fc.constantFrom(1, 2, 3, 0.5, 0.25),
      $ref: fc.constantFrom('#/$defs/one', '#/$defs/two'),
      ...{ title: text(), description: text(), default: plain(), 'x-own': plain() },
    }
    // The other reader passes over `contains` in a list that is shorter than `prefixItems`.
    const few = fc
      .subarray(Object.keys(words), { minLength: 0, maxLength: 4 })
      .map((chosen) => (chosen.includes('contains') ? chosen.filter((name) => name !== 'prefixItems') : chosen))
    return {
      part: fc.oneof(
        { maxDepth: 3 },
        fc.oneof(
          fc.boolean(),
          type().map((one) => ({ type: one })),
        ),
        few.chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, words[name] ?? inner])))),
      ),
    }
  }) as { readonly part: fc.Arbitrary<unknown> }
  const whole = part.filter((one): one is Words => typeof one === 'object')
  const apart = part.map(withoutRefs)
  return fc.tuple(whole, apart, apart).map(([root, one, two]) => ({ ...root, $defs: { one, two } }))
}

/** What is referred to refers to nothing more, so that nothing leads in a circle. */
function withoutRefs(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part, (key, value) => (key === '$ref' ? undefined : value)))
}

/** Holds values to a schema, as another program that reads JSON Schema does, and as we do. */
function readersOf(schema: Words) {
  refuseUnreadable(schema)
  return {
    other: new Ajv2020({ strict: false, ownProperties: true }).compile(schema),
    ours: (value: unknown) => misfitsOf(schema, value).length === 0,
  }
}

/** Both judge alike; gives how many of the values were of the rarer kind, taken or refused. */
function judged(schemas: fc.Arbitrary<Words>, values: fc.Arbitrary<unknown>): number {
  const count = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(schemas, fc.array(values, { minLength: 8, maxLength: 8 }), (schema, all) => {
      const { other, ours } = readersOf(schema)
      for (const value of all) {
        const isTaken = other(value)
        expect({ value, isTaken: ours(value) }).toEqual({ value, isTaken })
        count[isTaken ? 'taken' : 'refused'] += 1
      }
    }),
  )
  return Math.min(count.taken, count.refused) / (count.taken + count.refused)
}

/** Where nearly all is refused or nearly all is taken, agreement says little. */
const ENOUGH = 0.15

test('a value is taken and refused as by another reader of JSON Schema', () => {
  const equal = {
    const: valuesWith(PLAIN),
    enum: fc.array(valuesWith(PLAIN), { minLength: 1, maxLength: 3 }),
    uniqueItems: fc.boolean(),
  }
  expect(judged(schemasWith(PLAIN, equal), valuesWith(PLAIN))).toBeGreaterThan(ENOUGH)
})

// The other reader compares objects by methods that such keys stand for, so nothing is compared here.
test('keys with the names of what every object has are keys like others', () => {
  expect(judged(schemasWith(OF_OBJECTS, {}), valuesWith(OF_OBJECTS))).toBeGreaterThan(ENOUGH)
})
