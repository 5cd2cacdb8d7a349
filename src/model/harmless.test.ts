import fc from 'fast-check'
import { expect, test } from 'vitest'
import { harmless } from './harmless.ts'

test.for([
  ['a colour', '\u001b[31mred', '\\u001b[31mred'],
  ['clearing the screen', '\u001b[2J', '\\u001b[2J'],
  ['an escape of one byte', '\u009b31m', '\\u009b31m'],
  ['going back in the line', 'safe\rrm -rf', 'safe\\u000drm -rf'],
  ['a new line', 'a\nb', 'a\\u000ab'],
  ['a bell and a backspace', '\u0007\b', '\\u0007\\u0008'],
  ['turning the text around', '\u202eevil', '\\u202eevil'],
  ['zero width', 'ad\u200bmin', 'ad\\u200bmin'],
  ['a line separator', 'a\u2028b', 'a\\u2028b'],
  ['a tag character', '\u{e0041}', '\\udb40\\udc41'],
  ['a pile of marks', `x${'\u0301'.repeat(6)}y`, `x${'\u0301'.repeat(4)}\\u0301\\u0301y`],
  ['a blank that is a symbol', 'a\u2800b', 'a\\u2800b'],
  ['a space that is not the ordinary one', 'a\u00a0b', 'a\\u00a0b'],
  ['what is no character', '\ufdd0', '\\ufdd0'],
  ['a hieroglyph joiner', '\u{13430}', '\\ud80d\\udc30'],
  ['half a character', '\ud800', '\\ud800'],
] as const)('%s is written out', ([, text, shown]) => {
  expect(harmless(text)).toBe(shown)
})

test('letters of every language stay as they are', () => {
  expect(harmless('größe, дом, 名前, שלום, 🙂, job’s')).toBe('größe, дом, 名前, שלום, 🙂, job’s')
})

const ACTING = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/u

test('no text keeps a control character', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0x10ffff), { maxLength: 20 }), (codes) => {
      expect(ACTING.test(harmless(String.fromCodePoint(...codes)))).toBe(false)
    }),
  )
})
