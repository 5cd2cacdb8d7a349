import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePhrases, Phrase } from './phrase.ts'
import { words } from './words.ts'

const found = (phrase: string, text: string) => compilePhrases([[phrase]])(words(text)) === 0

test.for([
  // phrase            text                        found
  ['crash', 'crash', true],
  ['crash', 'The CRASH, again', true],
  ['crash', 'crashed', false],
  ['crash', 'uncrash', false],
  ['Crash', 'crash', true],
  ['crash*', 'crashed', true],
  ['crash*', 'crash', true],
  ['crash*', 'a crash', true],
  ['crash*', 'uncrash', false],
  ['crash*', 'cras', false],
  ['data loss', 'data loss', true],
  ['data loss', 'big data-loss here', true],
  ['data  loss', 'data loss', true],
  [' data loss ', 'data loss', true],
  ['data loss', 'data', false],
  ['data loss', 'loss data', false],
  ['data loss', 'data or loss', false],
  ['data loss', 'data losses', false],
  ['data loss', 'data data loss', true],
  ['data* loss', 'databases loss', true],
  ['data* loss', 'databases losses', false],
  ['a|b c|d*', 'a c', true],
  ['a|b c|d*', 'b c', true],
  ['a|b c|d*', 'a done', true],
  ['a|b c|d*', 'b dd', true],
  ['a|b c|d*', 'b cc', false],
  ['a|b c|d*', 'a b', false],
  ['a|b c|d*', 'c d', false],
  ['a*|b c', 'b c', true],
  ['a*|b c', 'aa c', true],
  ['a b c', 'a b c', true],
  ['a b c', 'a b d', false],
  ['a b c', 'a b', false],
  ['größe', 'GRÖSSE', true],
] as const)('%j in %j: %s', ([phrase, text, expected]) => {
  expect(found(phrase, text)).toBe(expected)
})

test('the first list with a phrase in the text wins, wherever the phrase stands', () => {
  const find = compilePhrases([['one', 'uno*'], ['two'], [], ['three', 'two three']])
  expect(find(words('three two one'))).toBe(0)
  expect(find(words('one two'))).toBe(0)
  expect(find(words('two unos'))).toBe(0)
  expect(find(words('two three'))).toBe(1)
  expect(find(words('three'))).toBe(3)
  expect(find(words('four'))).toBe(-1)
  expect(find([])).toBe(-1)
})

test('no lists find nothing', () => {
  expect(compilePhrases([])(['A'])).toBe(-1)
})

test.for([
  'crash',
  'data loss',
  'fail*',
  'auth|permission|access error*|denied*',
  'sécurité',
  'cafe\u0301',
  'api_key',
  '404',
  'ß',
])('%j is a phrase', (phrase) => {
  expect(Phrase.parse(phrase)).toBe(phrase)
})

const NOT_ONE_WORD =
  ' is not one word: a word has letters, digits and "_", may end in "*", and "|" stands between words.'

test.for([
  ['', 'A phrase needs at least one word.'],
  ['   ', 'A phrase needs at least one word.'],
  ['*', `"*"${NOT_ONE_WORD}`],
  ['a b** c', `"b**"${NOT_ONE_WORD}`],
  ['*fail', `"*fail"${NOT_ONE_WORD}`],
  ['a || b', `""${NOT_ONE_WORD}`],
  ['a|', `""${NOT_ONE_WORD}`],
  ['auth + error', `"+"${NOT_ONE_WORD}`],
  ['e-mail', `"e-mail"${NOT_ONE_WORD}`],
  ['c++', `"c++"${NOT_ONE_WORD}`],
  ['.net', `".net"${NOT_ONE_WORD}`],
  ['a\tb', `"a\\u0009b"${NOT_ONE_WORD}`],
  ['(a+)+$', `"(a+)+$"${NOT_ONE_WORD}`],
] as const)('%j is refused: %s', ([phrase, message]) => {
  expect(Phrase.safeParse(phrase).error?.issues).toEqual([{ code: 'custom', message, path: [] }])
})

test('a phrase of more than 200 characters is refused', () => {
  expect(Phrase.safeParse('a'.repeat(200)).success).toBe(true)
  expect(Phrase.safeParse('a'.repeat(201)).success).toBe(false)
})

test('a phrase of plain words is found in its own text, and only there as whole words', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/)
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.array(word),
      fc.array(word),
      (phrase, before, after) => {
        expect(found(phrase.join(' '), [...before, ...phrase, ...after].join(' '))).toBe(true)
        expect(found(phrase.join(' '), [...phrase.slice(0, -1), `${phrase.at(-1)}x`].join(' '))).toBe(false)
      },
    ),
  )
})
