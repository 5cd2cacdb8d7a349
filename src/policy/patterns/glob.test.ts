import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileGlob } from './glob.ts'

test.for([
  // pattern           text                    fits
  ['', '', true],
  ['', 'a', false],
  ['a', 'a', true],
  ['a', '', false],
  ['a', 'A', false],
  ['a', 'aa', false],
  ['a', 'ba', false],
  ['*', '', true],
  ['*', 'anything/at all\n…', true],
  ['**', '', true],
  ['**', 'abc', true],
  ['?', 'a', true],
  ['?', '/', true],
  ['?', '\n', true],
  ['?', '', false],
  ['?', 'ab', false],
  ['?', '😀', true],
  ['??', '😀', false],
  ['?a', '\uffffa', true],
  ['??', '😀a', true],
  ['*?', '', false],
  ['*?', '😀', true],
  ['*??', '😀', false],
  ['?*', '', false],
  ['?*', 'a', true],
  ['?*', 'abc', true],
  ['*😀', 'a😀', true],
  ['*😁', 'a😀', false],
  ['*?x', '😀x', true],
  ['rm *', 'rm -rf /', true],
  ['rm *', 'rm ', true],
  ['rm *', 'rm', false],
  ['rm *', 'sudo rm -rf /', false],
  ['rm *', 'RM -rf /', false],
  ['*.ts', 'src/a.ts', true],
  ['*.ts', '.ts', true],
  ['*.ts', 'a.tsx', false],
  ['*.ts', 'a.ts.ts', true],
  ['a*c', 'ac', true],
  ['a*c', 'abc', true],
  ['a*c', 'abcb', false],
  ['a*c', 'bac', false],
  ['a*c', 'a', false],
  ['a**c', 'abc', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['a*b*', 'ab', true],
  ['a*b*', 'axxbxx', true],
  ['a*b*', 'axx', false],
  ['*a?c*', 'xxabcxx', true],
  ['*a?c*', 'xxacxx', false],
  ['*ab*ab', 'ab', false],
  ['*ab*ab', 'abab', true],
  ['*aab', 'aaab', true],
  ['a?', 'a', false],
  ['a?c', 'abc', true],
  ['a?c', 'abd', false],
  ['a?*', 'a', false],
  ['a*?', 'ab', true],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['\\*', '\\*', false],
  ['\\?', '?', true],
  ['\\?', 'a', false],
  ['\\\\', '\\', true],
  ['\\\\*', '\\anything', true],
  ['\\\\*', '*', false],
  ['\\**', '*abc', true],
  ['\\**', 'abc', false],
  ['a\\*b*c', 'a*bxc', true],
  ['a\\*b*c', 'axbxc', false],
  ['\\', '\\', true],
  ['*\\', 'a\\', true],
  ['\\d', '\\d', true],
  ['\\d', '1', false],
  ['C:\\temp', 'C:\\temp', true],
  ['[a-z].(x|y){2}^$+', '[a-z].(x|y){2}^$+', true],
  ['[a]', 'a', false],
] as const)('%j against %j: %s', ([pattern, text, fits]) => {
  expect(compileGlob(pattern)(text)).toBe(fits)
})

test('a prepared glob keeps no memory of the text before', () => {
  const fits = compileGlob('a*b?')
  expect([fits('axbx'), fits('axb'), fits('axbx')]).toEqual([true, false, true])
})

test('many stars against a long text that nearly fits come to an end', () => {
  expect(compileGlob(`${'*a'.repeat(400)}*b`)('a'.repeat(20_000))).toBe(false)
})

type Token =
  | { readonly kind: 'run' }
  | { readonly kind: 'one' }
  | { readonly kind: 'plain'; readonly character: string }

const character = fc.constantFrom('a', 'b', '*', '?', '\\', '/', '😀')
const token: fc.Arbitrary<Token> = fc.oneof(
  fc.constant({ kind: 'run' } as const),
  fc.constant({ kind: 'one' } as const),
  character.map((character) => ({ kind: 'plain', character }) as const),
)

function write(token: Token): string {
  if (token.kind === 'run') return '*'
  if (token.kind === 'one') return '?'
  return '*?\\'.includes(token.character) ? `\\${token.character}` : token.character
}

/** Says what a glob means, with no thought for speed. */
function means([first, ...rest]: readonly Token[], text: readonly string[]): boolean {
  if (first === undefined) return text.length === 0
  if (first.kind === 'run') return means(rest, text) || (text.length > 0 && means([first, ...rest], text.slice(1)))
  return text.length > 0 && (first.kind === 'one' || first.character === text[0]) && means(rest, text.slice(1))
}

test('a glob fits exactly what its parts mean', () => {
  fc.assert(
    fc.property(fc.array(token, { maxLength: 7 }), fc.array(character, { maxLength: 8 }), (tokens, text) => {
      expect(compileGlob(tokens.map(write).join(''))(text.join(''))).toBe(means(tokens, text))
    }),
    { numRuns: 2000 },
  )
})

test('any text is a glob, and a text with its signs escaped fits itself alone', () => {
  const anyText = fc.string({
    unit: fc.oneof(
      character,
      fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
    ),
  })
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      expect(compileGlob(one)(other)).toBeTypeOf('boolean')
      const escaped = compileGlob(one.replace(/[*?\\]/g, '\\$&'))
      expect(escaped(one)).toBe(true)
      expect(escaped(other)).toBe(one === other)
    }),
  )
})
