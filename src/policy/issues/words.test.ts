import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldCase, words } from './words.ts'

test.for([
  ['', []],
  [' …!? ', []],
  ['Data loss', ['DATA', 'LOSS']],
  ['data-loss: (yes), "really"', ['DATA', 'LOSS', 'YES', 'REALLY']],
  ["don't", ['DON', 'T']],
  ['api_token v2', ['API_TOKEN', 'V2']],
  ['a\nb\tc', ['A', 'B', 'C']],
  ['Größe naïve 東京 Ωμέγα', ['GRÖSSE', 'NAÏVE', '東京', 'ΩΜΈΓΑ']],
  ['cafe\u0301 au lait', ['CAFE\u0301', 'AU', 'LAIT']],
  ['crash💥crash', ['CRASH', 'CRASH']],
  ['\ud800security', ['SECURITY']],
] as const)('the words of %j', ([text, expected]) => {
  expect(words(text)).toEqual(expected)
})

test('letters that change their length or place with the case fold to one spelling', () => {
  expect(foldCase('acceß')).toBe('ACCESS')
  expect(foldCase('ACCEẞ')).toBe('ACCESS')
  expect(foldCase('ὈΔΥΣΣΕΎΣ')).toBe(foldCase('ὀδυσσεύς'))
  expect(foldCase('\u212ailo')).toBe('KILO')
})

const anyCharacter = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point))

test('folding forgets the case of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(foldCase(text.toUpperCase())).toBe(foldCase(text))
      expect(foldCase(text.toLowerCase())).toBe(foldCase(text))
    }),
  )
})
