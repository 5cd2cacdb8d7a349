import { expect, test } from 'vitest'
import { referenceIn, refuseMisreferences } from './secret-reference.ts'

test.for([
  ['a number', { $secret: 5 }],
  ['nothing', { $secret: null }],
  ['no name', { $secret: '' }],
  ['something beside it', { $secret: 'NAME', x: 1 }],
  ['something before it', { x: 1, $secret: 'NAME' }],
  ['a reference within one', { $secret: { $secret: 'NAME' } }],
  ['a list of names', { $secret: ['NAME'] }],
] as const)('a reference with %s is refused with its form and where it stands', ([, odd]) => {
  expect(referenceIn(odd)).toBeUndefined()
  const message =
    'What stands at /args/a/1/b has the key "$secret" and is no reference to a secret. Write {"$secret": "NAME"}, with a name and nothing beside it.'
  const problems = [{ code: 'invalid_value', message, path: '/args/a/1/b' }]
  expect(() => refuseMisreferences({ a: [0, { b: odd }] }, '/args')).toThrow(
    expect.objectContaining({ code: 'invalid_input', message, problems }),
  )
})

test.for([{ $secret: 'NAME' }, [{ a: { $secret: '../odd name' } }], { secret: 5 }, ['$secret'], '$secret', null])(
  '%j is taken',
  (value) => {
    expect(() => refuseMisreferences(value, '')).not.toThrow()
  },
)

test('a reference names its secret', () => {
  expect(referenceIn({ $secret: 'NAME' })).toBe('NAME')
  expect(referenceIn({ secret: 'NAME' })).toBeUndefined()
})
