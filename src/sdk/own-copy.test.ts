import { expect, test } from 'vitest'
import { asKept } from './own-copy.ts'

test.for([
  ['a map', new Map([[1, 2]]), /^A Map can't be written down as JSON\.$/],
  ['a set in it', { a: [new Set([1])] }, /^A Set can't be written down as JSON, at 0\.$/],
  ['bytes', { data: new Uint8Array(2) }, /^A Uint8Array can't be written down as JSON, at data\.$/],
  ['an odd thing', { at: new URL('x:').searchParams }, /^An? URLSearchParams can't be written down as JSON, at at\.$/],
  ['a promise', [Promise.resolve()], /^A Promise can't/],
  ['a function alone', () => 1, /can not be written down/],
] as const)('what JSON would empty is no result: %s', ([, value, says]) => {
  expect(() => asKept<unknown>(value)).toThrow(says)
})

test('what something carries that has no words is left out, and the rest is kept', () => {
  class Answer {
    readonly status = 200
    readonly at = new Date(0)
    readonly again = () => this
  }
  expect(asKept<unknown>(new Answer())).toEqual({ status: 200, at: '1970-01-01T00:00:00.000Z' })
  expect(asKept<unknown>([undefined, Number.NaN, null])).toEqual([null, null, null])
  expect(asKept<unknown>({ cause: new TypeError('x') })).toEqual({ cause: { name: 'TypeError', message: 'x' } })
  const named = { [Symbol.toStringTag]: 'Row', id: 1 }
  expect(asKept<unknown>({ rows: [named] })).toEqual({ rows: [{ id: 1 }] })
  expect(asKept(undefined)).toBeUndefined()
})
