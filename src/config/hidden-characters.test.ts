import { expect, test } from 'vitest'
import { hiddenCharacters } from './hidden-characters.ts'

test('plain text, accents and emoji give no warning', () => {
  expect(hiddenCharacters('a: 1 # fine\n')).toEqual([])
  expect(hiddenCharacters('# caf\u00e9 \u{1f600} \u65e5\u672c\n')).toEqual([])
})

test.for([
  ['bidi override', '\u202e', '\\u202e'],
  ['bidi isolate', '\u2066', '\\u2066'],
  ['zero-width space', '\u200b', '\\u200b'],
  ['line separator', '\u2028', '\\u2028'],
  ['braille blank', '\u2800', '\\u2800'],
  ['no-break space', '\u00a0', '\\u00a0'],
  ['noncharacter', '\ufdd0', '\\ufdd0'],
  ['tag letter', '\u{e0041}', '\\udb40\\udc41'],
] as const)('a %s is warned about with its place', ([, character, shown]) => {
  expect(hiddenCharacters(`a: 1\nb: 2 # ${character}x${character}\n`)).toEqual([
    { code: 'hidden_character', message: expect.stringContaining(shown), path: '', line: 2, column: 8 },
  ])
})

test('a byte order mark is invisible only where it is not the first character', () => {
  expect(hiddenCharacters('\ufeffa: 1')).toEqual([])
  expect(hiddenCharacters('a\ufeff: 1')).toHaveLength(1)
})

test('a text full of them gives a bounded number of warnings', () => {
  expect(hiddenCharacters('\u200b\n'.repeat(10_000))).toHaveLength(50)
})
