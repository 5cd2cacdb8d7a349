import { expect, test } from 'vitest'
import { hexOf } from './hex-of.ts'

test('bytes are shown sixteen at a time, with where they are and what of them is text', () => {
  const bytes = Uint8Array.from([0, 0x3c, 0x61, 0x3e, 0x7f, 0xff, ...Array.from({ length: 11 }, (_, at) => at)])
  expect(hexOf(btoa(String.fromCharCode(...bytes)))).toBe(
    [
      '00000000  00 3c 61 3e 7f ff 00 01 02 03 04 05 06 07 08 09  .<a>............',
      `00000010  0a${' '.repeat(45)}  .`,
    ].join('\n'),
  )
})
