import { expect, test } from 'vitest'
import { decodeUtf8 } from './decode-utf8.ts'

test('UTF-8 is decoded and its byte order mark dropped', () => {
  expect(decodeUtf8(Buffer.from('\ufeffa: \u00e9 \u{1f600}\n'))).toEqual({ text: 'a: \u00e9 \u{1f600}\n' })
  expect(decodeUtf8(Buffer.from('\ufffd'))).toEqual({ text: '\ufffd' })
  expect(decodeUtf8(Buffer.from(''))).toEqual({ text: '' })
})

test.for([
  ['UTF-16, little end first', Buffer.from('\ufeffa: 1', 'utf16le'), 1, 'UTF-16'],
  ['UTF-16, big end first', Buffer.from('\ufeffa: 1', 'utf16le').swap16(), 1, 'UTF-16'],
  ['UTF-16 without a mark', Buffer.from('a: 1', 'utf16le'), 1, 'UTF-16'],
  ['Latin-1', Buffer.from('a: 1\nb: caf\u00e9\n', 'latin1'), 2, 'Line 2'],
  ['an overlong form', Buffer.from([0x61, 0x0a, 0xc0, 0xaf]), 2, 'Line 2'],
  ['an encoded surrogate', Buffer.from([0xed, 0xa0, 0x80]), 1, 'Line 1'],
  ['a character cut off at the end', Buffer.from([0x61, 0xe2, 0x82]), 1, 'Line 1'],
  ['a NUL', Buffer.from('a: 1\nb: \0\n'), 2, 'Line 2'],
] as const)('%s is refused with its line', ([, bytes, line, words]) => {
  expect(decodeUtf8(bytes)).toMatchObject({
    problem: { code: 'bad_encoding', line, message: expect.stringContaining(words) },
  })
})
