import { expect, test } from 'vitest'
import { DecimalAmount, readConfidence, readNumber, wordOf } from './reading.ts'

test.for<[unknown, number | undefined]>([
  [0, 0],
  [-1.5, -1.5],
  ['0', 0],
  ['-1.5', -1.5],
  ['1e3', 1000],
  ['1E-2', 0.01],
  ['', undefined],
  [' 7', undefined],
  ['7 ', undefined],
  ['7abc', undefined],
  ['+7', undefined],
  ['.5', undefined],
  ['5.', undefined],
  ['007', undefined],
  ['0x10', undefined],
  ['1_000', undefined],
  ['1,5', undefined],
  ['1e400', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [true, undefined],
  [null, undefined],
  [undefined, undefined],
  [[], undefined],
  [['1'], undefined],
  [{}, undefined],
  [1n, undefined],
])('%o is read as the number %s', ([value, number]) => {
  expect(readNumber(value)).toBe(number)
})

test.for<[unknown, number | null]>([
  [0, 0],
  [1, 1],
  [0.5, 0.5],
  ['0.5', 0.5],
  [1.000001, null],
  [-0.000001, null],
  ['50', null],
  ['50%', null],
  ['high', null],
  [undefined, null],
  [null, null],
])('%o is read as the confidence %s', ([value, confidence]) => {
  expect(readConfidence(value)).toBe(confidence)
})

test.for([0, 3, 0.25, '0', '0.25', '1e2'])('%o is an amount', (value) => {
  expect(DecimalAmount.parse(value)).toBe(Number(value))
})

test.for([-1, '-1', Number.NaN, Number.POSITIVE_INFINITY, '1e400', '', ' ', 'ten', '0x10', null, true, [1]])(
  '%o is no amount',
  (value) => {
    expect(DecimalAmount.safeParse(value).success).toBe(false)
  },
)

test('a word is known in any case, and only as a whole', () => {
  const Size = wordOf(['small', 'big'])
  expect(['small', 'SMALL', 'Big'].map((word) => Size.parse(word))).toEqual(['small', 'small', 'big'])
  for (const word of ['', ' small', 'smal', 'bigger', 3, null]) expect(Size.safeParse(word).success).toBe(false)
})
