import { expect, test } from 'vitest'
import { AppError } from '../model/errors.ts'
import { RESPONSE_FORMATS, readResponseSchema, refuseUnfitResponse } from './response-schema.ts'

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
  expect(() => readResponseSchema(schema)).toThrow("The response schema can't be read")
})

test.for(['#/$defs/name/x', '#//$defs/name', '#/$defs/na%6de', 'https://example.org/schema'])(
  'a reference that some would follow elsewhere is refused: %s',
  ($ref) => {
    expect(() => readResponseSchema({ $ref, $defs: { name: { type: 'string' } } })).toThrow('$ref is taken as')
  },
)

test('a schema may say something in one place and refer to it from others', () => {
  const name = { $ref: '#/$defs/name' }
  const schema = { type: 'object', properties: { first: name, last: name }, $defs: { name: { type: 'string' } } }
  expect(() => refuseUnfitResponse(doubling(3), 'fine', 'chk-1')).not.toThrow()
  expect(() => readResponseSchema(schema)).not.toThrow()
})

test('a response has no more values than can be held against every part of a schema', () => {
  const schema = { type: 'array', items: { type: 'number' } }
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
  expect(() => refuseUnfitResponse(schema, numbers(999), 'chk-1')).not.toThrow()
  expect(() => refuseUnfitResponse(schema, numbers(1000), 'chk-1')).toThrow('at most 1000 values')
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

test('a pattern is left out only beside a format that is checked', () => {
  const pattern = '^[a-z]+$'
  expect(() => readResponseSchema({ type: 'string', format: 'cuid2', pattern })).not.toThrow()
  for (const format of ['starts_with', 'lowercase', 'cidrv4', 'my-own']) {
    expect(() => readResponseSchema({ type: 'string', format, pattern })).toThrow('pattern is not taken')
  }
})
