import { expect, test } from 'vitest'
import * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { refuseUnfitResponse, refuseUnfitSchema } from './response-schema.ts'
import { RESPONSE_FORMATS } from './schema/formats.ts'

/** Each refers to the next one twice, so that the first stands for two to the power of their number. */
const doubling = (levels: number) => {
  const next = (at: number) => ({ $ref: `#/$defs/d${at + 1}` })
  const defs = Array.from({ length: levels }, (_, at) => [`d${at}`, { anyOf: [next(at), next(at)] }] as const)
  return { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(defs), [`d${levels}`]: { type: 'string' } } }
}

test.for([
  ['unfolds without end', doubling(40)],
  ['leads in a circle', { allOf: [{ $ref: '#' }] }],
  ['leads in a circle further down', { type: 'object', properties: { child: { $ref: '#' } } }],
  ['is huge', { anyOf: Array.from({ length: 1000 }, () => ({ type: 'string' })) }],
  ['refers to nothing', { $ref: '#/$defs/none' }],
] as const)('a schema is refused that %s', ([, schema]) => {
  expect(() => refuseUnfitSchema(schema)).toThrow("The response schema can't be read")
})

test.for(['#/$defs/name/x', '#//$defs/name', '#/$defs/na%6de', 'https://example.org/schema'])(
  'a reference that some would follow elsewhere is refused: %s',
  ($ref) => {
    expect(() => refuseUnfitSchema({ $ref, $defs: { name: { type: 'string' } } })).toThrow('$ref is taken as')
  },
)

test('a schema may say something in one place and refer to it from others', () => {
  const name = { $ref: '#/$defs/name' }
  const schema = { type: 'object', properties: { first: name, last: name }, $defs: { name: { type: 'string' } } }
  expect(() => refuseUnfitResponse(doubling(3), 'fine', 'chk-1')).not.toThrow()
  expect(() => refuseUnfitSchema(schema)).not.toThrow()
})

test('a response has no more values than can be held against every part of a schema', () => {
  const schema = { type: 'array', items: { type: 'number' } }
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
  expect(() => refuseUnfitResponse(schema, numbers(999), 'chk-1')).not.toThrow()
  expect(() => refuseUnfitResponse(schema, numbers(1000), 'chk-1')).toThrow('at most 1000 values')
})

test.for(['anyOf', 'oneOf', 'not', 'allOf'])('readings within readings are each looked at once: %s', (word) => {
  const wrap = (inner: unknown) => ({ [word]: word === 'not' ? inner : [inner] })
  const nested = Array.from({ length: 400 }).reduce<Readonly<Record<string, unknown>>>(wrap, { type: 'string' })
  expect(fits(nested, 'a text')).toBe(true)
  expect(fits(nested, 1)).toBe(false)
})

test('whoever answers wrongly is not shown an example without end', () => {
  const refusal = (schema: Readonly<Record<string, unknown>>) => {
    try {
      refuseUnfitResponse(schema, false, 'chk-1')
    } catch (error) {
      return (error as AppError).details['next']
    }
    return undefined
  }
  expect(refusal({ const: 'yes' })).toBe(`The answer has to be "yes", such as: leeway respond chk-1 --value '"yes"'`)
  expect(refusal({ const: 'x'.repeat(100_000) })).toMatch(/^The answer has to be "x{399}….$/)
})

test.for([...RESPONSE_FORMATS])('a text is held to the format %s', (format) => {
  expect(() => refuseUnfitResponse({ type: 'string', format }, ' \u0000 ', 'chk-1')).toThrow(AppError)
})

test.for([
  ['an email address', z.email()],
  ['a time with its zone', z.iso.datetime({ offset: true })],
  ['a time in UTC', z.iso.datetime()],
  ['a time of day', z.iso.time()],
  ['a time to the millisecond', z.iso.datetime({ precision: 3 })],
  ['a UUID of one version', z.uuid({ version: 'v4' })],
] as const)('an expression is taken where zod writes it, for %s, and a text is held to it', ([, type]) => {
  const schema = z.toJSONSchema(type)
  expect(schema).toHaveProperty('pattern')
  expect(() => refuseUnfitSchema(schema)).not.toThrow()
  const texts = [
    'ann@example.org',
    '2026-01-31T12:00:00+02:00',
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.000Z',
    '12:00:00',
    '0191d3a4-0000-4000-8000-000000000000',
    '0191d3a4-0000-7000-8000-000000000000',
  ]
  expect(texts.filter((text) => fits(schema, text))).toEqual(texts.filter((text) => type.safeParse(text).success))
})

test.for([{}, { format: 'cuid2' }, { format: 'email' }])('no other expression is taken, beside %j', (beside) => {
  expect(() => refuseUnfitSchema({ type: 'string', ...beside, pattern: '^[a-z]+$' })).toThrow('pattern is not taken')
})

// biome-ignore format: a table
test.for([
  ['a keyword that nobody knows',        { type: 'object', requird: ['a'] },                          'requird is not taken'],
  ['a keyword that nothing is held to',  { if: { type: 'string' }, then: { minLength: 5 } },          'if is not taken'],
  ['keys by expression',                 { type: 'object', patternProperties: { '^a': {} } },         'patternProperties is not taken'],
  ['a format that nobody checks',        { type: 'string', format: 'my-own' },                        'format has to be one of base64,'],
  ['a type that JSON has not',           { type: 'nonsense' },                                        'type has to be one of null,'],
  ['a bound that is no number',          { type: 'number', minimum: '1' },                            'minimum has to be a number'],
  ['a bound of an older kind',           { type: 'number', minimum: 1, exclusiveMinimum: true },      'exclusiveMinimum has to be a number'],
  ['places of an older kind',            { type: 'array', items: [{ type: 'string' }] },              'items has to be a schema'],
  ['a key that is required by no name',  { type: 'object', required: 'a' },                           'required has to be a list of different names'],
  ['no choice at all',                   { enum: [] },                                                'enum has to be a list of values'],
  ['another kind of schema',             { $schema: 'http://json-schema.org/draft-04/schema#' },      '$schema has to be'],
  ['a fault further down',               { properties: { a: { anyOf: [{ minLength: -1 }] } } },       'minLength has to be a whole number'],
  ['a fault in what is referred to',     { $ref: '#/$defs/a', $defs: { a: { maxLength: 'x' } } },     'maxLength has to be a whole number'],
  ['a key out of every object',          JSON.parse('{"__proto__": {"type": "string"}}'),             '__proto__ is not taken'],
] as const)('nobody is asked with %s, which could not be enforced', ([, schema, why]) => {
  expect(() => refuseUnfitSchema(schema)).toThrow(why)
})

// biome-ignore format: a table
test.for([
  ['a required key without a part of its own', { properties: { a: {} }, required: ['zz'] },      { a: 'x' },             [['missing_key', '/zz']]],
  ['a required key that every object has',     { required: ['toString'] },                       {},                     [['missing_key', '/toString']]],
  ['a key that every object has, and may be left out', { properties: { toString: { type: 'string' }, constructor: { type: 'string' } } }, {}, []],
  ['the same of another type',                 { properties: { constructor: { type: 'string' } } }, { constructor: 1 },  [['invalid_type', '/constructor']]],
  ['keys that nobody named',                   { properties: { a: {} }, additionalProperties: false }, { a: 1, valueOf: 2 }, [['unknown_key', '/valueOf']]],
  ['bounds without a type',                    { minLength: 3 },                                 'ab',                   [['invalid_value', '']]],
  ['words beside a reference',                 { $ref: '#/$defs/t', maxLength: 1, $defs: { t: { type: 'string' } } }, 'ab', [['invalid_value', '']]],
  ['a bound beside a choice',                  { enum: [1, 5], maximum: 3 },                     5,                      [['invalid_value', '']]],
  ['words beside several readings',            { required: ['a'], anyOf: [{ type: 'object' }] }, {},                     [['missing_key', '/a']]],
  ['a default is not filled in',               { properties: { a: { default: 1 } }, required: ['a'] }, {},               [['missing_key', '/a']]],
  ['characters are counted, not their halves', { maxLength: 1 },                                 '😀',                   []],
  ['fractions as they are written',            { multipleOf: 0.1 },                              0.3,                    []],
  ['a small step far from zero',               { multipleOf: 1e-300 },                           1e300,                  []],
  ['no multiple',                              { multipleOf: 0.1 },                              0.35,                   [['invalid_value', '']]],
  ['null is told from an object',              { type: ['string', 'object'] },                   null,                   [['invalid_type', '']]],
] as const)('a response is held to all that its schema says: %s', ([, schema, value, wrong]) => {
  expect(problemsWith(schema, value).map(({ code, path }) => [code, path])).toEqual(wrong)
})

test('a key that every object carries is held to its part when it is there', () => {
  const schema = JSON.parse('{"properties": {"__proto__": {"type": "string"}}, "required": ["__proto__"]}')
  expect(fits(schema, JSON.parse('{"__proto__": "x"}'))).toBe(true)
  expect(fits(schema, JSON.parse('{"__proto__": 1}'))).toBe(false)
  expect(fits(schema, {})).toBe(false)
})

test('whoever answers is told of a required key that has no part of its own', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['zz'] }
  expect(() => refuseUnfitResponse(schema, { a: 'x' }, 'chk-1')).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ next: expect.stringContaining('{ a?: text, zz: anything }, such as') }),
    }),
  )
})

function problemsWith(schema: Readonly<Record<string, unknown>>, value: unknown): AppError['problems'] {
  try {
    refuseUnfitResponse(schema, value, 'chk-1')
    return []
  } catch (error) {
    return (error as AppError).problems
  }
}

function fits(schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  return problemsWith(schema, value).length === 0
}
