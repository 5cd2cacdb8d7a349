import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deepFreeze } from '../policy/deep-freeze.ts'
import { thawed } from './thawed.ts'

test('a frozen value gives the same text as it is and thawed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(thawed(deepFreeze(value)))).toBe(JSON.stringify(value))
    }),
  )
})

test('no list that is left is frozen, however deep it stands', () => {
  const value = thawed(deepFreeze({ a: [{ b: [1, [2]] }], c: 'text' })) as { a: [{ b: [number, number[]] }] }
  expect([value.a, value.a[0].b, value.a[0].b[1]].some(Object.isFrozen)).toBe(false)
})

test('what has no frozen list is not copied', () => {
  const value = { a: [Object.freeze({ b: 1 })] }
  expect(thawed(value)).toBe(value)
})

test('what turns itself into text still does', () => {
  const sized = {
    list: deepFreeze([1]),
    at: new Date(0),
    own: new (class Own {
      parts = deepFreeze([1])
      toJSON() {
        return 'own'
      }
    })(),
  }
  expect(JSON.stringify(thawed(sized))).toBe(JSON.stringify(sized))
})

test('a key called __proto__ stays a key', () => {
  const odd = deepFreeze(JSON.parse('{"__proto__":[1],"a":[2]}'))
  expect(JSON.stringify(thawed(odd))).toBe('{"__proto__":[1],"a":[2]}')
})
