import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleWidth } from './visible-width.ts'
import { wrap } from './wrap.ts'

test('a line is broken between words', () => {
  expect(wrap('the first plan goes to a person', 12)).toEqual(['the first', 'plan goes to', 'a person'])
})

test('a path that is too long is cut after a slash', () => {
  expect(wrap('leeway:presets/workers/manual.yaml:3', 24)).toEqual(['leeway:presets/workers/', 'manual.yaml:3'])
})

test('a word without a joint is cut where the line ends', () => {
  expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
})

test('wide letters count twice, and a mark on a letter not at all', () => {
  expect(visibleWidth('名前')).toBe(4)
  expect(visibleWidth('e\u0301')).toBe(1)
  expect(wrap('名前名前', 4)).toEqual(['名前', '名前'])
})

test('no line is too wide and no word is lost', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 30 }), (words, width) => {
      const lines = wrap(words, width)
      for (const line of lines) expect(visibleWidth(line)).toBeLessThanOrEqual(width)
      expect(lines.join('').replaceAll(' ', '')).toBe(words.replaceAll(' ', ''))
    }),
  )
})

test('a word of any length is cut', () => {
  expect(wrap('x'.repeat(200_000), 1)).toHaveLength(200_000)
})
