import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, LineCutter, MAX_LINE_BYTES } from './lines.ts'

function cut(chunks: readonly Buffer[]): readonly Line[] {
  const cutter = new LineCutter()
  return [...chunks.flatMap((chunk) => [...cutter.push(chunk)]), ...cutter.end()]
}

/** The bytes in pieces that end at these places, also inside a character. */
function inPieces(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...ends, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end))
}

test('however the input is cut into chunks, the lines are those between the line breaks', () => {
  const text = fc
    .array(fc.oneof(fc.constant('\n'), fc.string({ unit: 'grapheme', maxLength: 5 }), fc.constant('\r\n')))
    .map((parts) => parts.join(''))
    .filter((whole) => whole.isWellFormed())
  fc.assert(
    fc.property(text, fc.array(fc.nat()), (whole, places) => {
      const expected = whole.split('\n')
      // the last line counts only when there is something on it
      if (expected.at(-1) === '') expected.pop()
      expect(cut(inPieces(Buffer.from(whole), places))).toEqual(expected)
    }),
  )
})

test('a line that is not UTF-8 spoils only itself', () => {
  const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.from([0xff, 0x0a]), Buffer.from('ü\nb')])
  for (let place = 0; place <= bytes.length; place += 1)
    expect(cut(inPieces(bytes, [place]))).toEqual(['a', { fault: 'bad_encoding' }, 'ü', 'b'])
})

test('a line may be as long as the limit and no byte longer', () => {
  const longest = 'x'.repeat(MAX_LINE_BYTES)
  const bytes = Buffer.from(`${longest}\n${longest}x\nb\n`)
  const everyChunk = Array.from({ length: 40 }, (_, index) => index * 64 * 1024)
  expect(cut(inPieces(bytes, everyChunk)).map(summary)).toEqual([MAX_LINE_BYTES, 'too_large', 1])
})

test('of a line that is too long nothing is kept', () => {
  const cutter = new LineCutter()
  const chunk = Buffer.alloc(64 * 1024, 'x')
  for (let index = 0; index < 100; index += 1) expect(cutter.push(chunk)).toEqual([])
  expect(cutter.push(Buffer.from('\nnext\n'))).toEqual([{ fault: 'too_large' }, 'next'])
})

function summary(line: Line): number | string {
  return typeof line === 'string' ? line.length : line.fault
}
