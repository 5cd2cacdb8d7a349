import { expect, test } from 'vitest'
import { halfCharacterIn, refuseHalfCharacters } from './refuse-half-characters.ts'

const WORDS = '"\\ud800" has half a character (a lone surrogate), which can not be kept. Remove it.'

test.for([
  ['a text', '\ud800', ''],
  ['a field', { a: 1, reason: '\ud800' }, '/reason'],
  ['an item far inside', { a: [null, { 'b/c': ['x', '\ud800'] }] }, '/a/1/b~1c/1'],
  ['a key', { a: { '\ud800': 1 } }, '/a'],
] as const)('half a character is refused with where it stands: %s', ([, value, path]) => {
  const problems = [{ code: 'bad_encoding', message: WORDS, path: `/input${path}` }]
  const error = expect.objectContaining({ code: 'invalid_input', message: WORDS, problems })
  expect(() => refuseHalfCharacters(value, '/input')).toThrow(error)
})

test.for(['', '\u{1f600}', 'Ünïcode', null, 1, [{ '\u{1f600}': '\u{1f600}' }], undefined])('%j is taken', (value) => {
  expect(() => refuseHalfCharacters(value, '')).not.toThrow()
})

test('of a long text it says the words around it', () => {
  expect(halfCharacterIn(`${'x'.repeat(100)} so \udc00 it${'y'.repeat(100)}`)).toMatch(
    /^"x{16} so \\udc00 ity{16}" has/,
  )
})
