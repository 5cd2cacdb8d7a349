import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quotePath, unquotePath } from './unquote-path.ts'

test('plain paths stand without quotes, and odd ones are read byte by byte', () => {
  expect(unquotePath('a b.txt')).toEqual(new TextEncoder().encode('a b.txt'))
  expect(unquotePath('"\\303\\274\\n\\"\\\\\\t."')).toEqual(new TextEncoder().encode('ü\n"\\\t.'))
  expect(unquotePath('"\\377"')).toEqual(Uint8Array.of(0xff))
})

test('every path of bytes reads back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (path) => {
      expect(unquotePath(quotePath(path))).toEqual(Uint8Array.from(path))
    }),
  )
})
