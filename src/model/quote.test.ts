import { expect, test } from 'vitest'
import { escapeHidden, quote } from './quote.ts'

test.for([
  ['full', '"full"'],
  ['', '""'],
  ['say "hi" \\ bye', '"say \\"hi\\" \\\\ bye"'],
  ['\u0430utonomy', '"\\u0430utonomy"'],
  ['a\u0000b\n\u001b[31m', '"a\\u0000b\\u000a\\u001b[31m"'],
  ['\u202eevil\u200b', '"\\u202eevil\\u200b"'],
  ['half \ud800', '"half \\ud800"'],
  ['\u{1f600}', '"\\ud83d\\ude00"'],
] as const)('%j is shown as %s', ([text, shown]) => {
  expect(quote(text)).toBe(shown)
})

test('a long text is cut at 80 characters', () => {
  expect(quote('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`)
  expect(quote('x'.repeat(81))).toBe(`"${'x'.repeat(80)}…"`)
})

test('escaping leaves printable ASCII alone', () => {
  expect(escapeHidden('a "b" \\ \u0430')).toBe('a "b" \\ \\u0430')
})
