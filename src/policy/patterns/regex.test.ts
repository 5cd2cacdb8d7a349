import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../model/errors.ts'
import { compileRegex } from './regex.ts'

function refusalOf(source: string): unknown {
  try {
    compileRegex(source)
    return undefined
  } catch (error) {
    return error
  }
}

test.for([
  // source           text                found
  ['rm', 'sudo rm -rf', true],
  ['^rm', 'sudo rm -rf', false],
  ['^rm\\b', 'rm -rf', true],
  ['rm$', 'rm\nls', false],
  ['RM', 'rm', false],
  ['(?i)RM', 'rm', true],
  ['\\d{3}', 'a123', true],
  ['(?<year>\\d{4})', '2026', true],
  ['a|b', 'xbx', true],
  ['^.$', '😀', true],
  ['\\p{Greek}', 'ω', true],
  ['', '', true],
  ['', 'anything', true],
  ['x', '', false],
] as const)('%j in %j: %s', ([source, text, found]) => {
  const search = compileRegex(source)
  expect(search(text)).toBe(found)
  expect(search(text)).toBe(found)
})

test.for([
  ['(a)\\1', 'The regular expression uses a back-reference, which is not supported.'],
  ['(a)\\9', 'The regular expression uses a back-reference, which is not supported.'],
  ['(?<n>a)\\k<n>', 'The regular expression uses a back-reference, which is not supported.'],
  ['a(?=b)', 'The regular expression uses look-around, which is not supported.'],
  ['a(?!b)', 'The regular expression uses look-around, which is not supported.'],
  ['(?<=a)b', 'The regular expression uses look-around, which is not supported.'],
  ['(?<!a)b', 'The regular expression uses look-around, which is not supported.'],
  ['(?<é>a)b', 'The regular expression cannot be read: invalid named capture: `(?<\\u00e9>`.'],
  ['(?>a)', 'The regular expression cannot be read: invalid or unsupported Perl syntax: `(?>`.'],
  ['(', 'The regular expression cannot be read: missing closing ): `(`.'],
  ['[=', 'The regular expression cannot be read: missing closing ]: `[=`.'],
  ['[\\1]', 'The regular expression uses a back-reference, which is not supported.'],
  ['[`(`\\Z]', 'The regular expression cannot be read: invalid escape sequence: `\\Z`.'],
  ['\\z\\', 'The regular expression cannot be read: trailing backslash at end of expression.'],
  ['\\Z', 'The regular expression cannot be read: invalid escape sequence: `\\Z`.'],
  ['[z-a]', 'The regular expression cannot be read: invalid character class range: `z-a`.'],
  ['*', 'The regular expression cannot be read: missing argument to repetition operator: `*`.'],
  ['x{1001}', 'The regular expression cannot be read: invalid repeat count: `{1001}`.'],
  ['x{999}y', 'The regular expression is too large: repeat counts multiply its size.'],
] as const)('%j is refused: %s', ([source, message]) => {
  const error = refusalOf(source)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'invalid_input', problems: [{ code: 'invalid_value', message, path: '' }] })
})

test('a source of more than 1000 characters is refused', () => {
  expect(() => compileRegex('a'.repeat(1001))).toThrow('The regular expression is longer than 1000 characters.')
})

test('what the engine said is kept as the cause', () => {
  expect(refusalOf('(')).toMatchObject({ cause: { name: 'RE2JSSyntaxException' } })
})

test('the largest allowed source and program are accepted', () => {
  expect(compileRegex('[a]'.repeat(333) + 'b')('a'.repeat(333) + 'b')).toBe(true)
  expect(compileRegex('x{998}')('x'.repeat(998))).toBe(true)
})

test.for(['(a+)+$', '(a|aa)+$', '(a|aaa)+$', '(.*a){20}$'])('%s takes no longer than the text deserves', (source) => {
  const search = compileRegex(source)
  expect(search(`${'a'.repeat(40)}!`)).toBe(false)
  expect(search(`${'a'.repeat(100_000)}!`)).toBe(false)
  expect(search('a'.repeat(100_000))).toBe(true)
})

test('any text is a regular expression or refused in words', () => {
  const source = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'ab01k()[]{}?*+|\\^$.,-<>=!P') }))
  fc.assert(
    fc.property(source, fc.string(), (source, text) => {
      const error = refusalOf(source)
      const answer = error === undefined ? compileRegex(source)(text) : undefined
      expect(typeof answer === 'boolean' || error instanceof AppError).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('a text with its signs escaped finds exactly the texts that contain it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '(', '\\', '😀') })
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(compileRegex(one.replace(/[.*(\\]/g, '\\$&'))(other)).toBe(other.includes(one))
    }),
  )
})
