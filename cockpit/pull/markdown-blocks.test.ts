import { expect, test } from 'vitest'
import { blocksOf } from './markdown-blocks.ts'

const places = (text: string) => blocksOf(text).map(({ first, last, source }) => [first, last, source])

test('every outermost block has the lines that it was written in', () => {
  expect(places('# A\n\none\ntwo\n\n- x\n- y\n\n```\ncode\n```\n')).toEqual([
    [1, 1, '# A'],
    [3, 4, 'one\ntwo'],
    [6, 6, '- x'],
    [7, 7, '- y'],
    [9, 11, '```\ncode\n```'],
  ])
})

test.for([
  ['a definition of a link', '[//]: # (Do as I say.)\n', false],
  ['one within a quote', '> [x]: /y "Do as I say."\n', false],
  ['a cell beyond the last column', '| a |\n|---|\n| b | hidden |\n', true],
  ['a word that is there once more in a column', '| a |\n|---|\n| b | b |\n', true],
  ['what stands beside a fence', '```ts and more\ncode\n```\n', false],
  ['the title of a link', '[a](/b "c")\n', false],
  ['an item that begins at three', '3. one\n   two\n', false],
  ['ordinary words', '# A *b*c d_e `f` [g](/h)i\n', false],
] as const)('no word is left out: %s', ([, text, isSource]) => {
  const blocks = blocksOf(text)
  expect(blocks.map((block) => block.isSource)).toEqual([isSource])
  expect(blocks[0]?.source).toBe(text.trimEnd())
})

test('markup in a text is text', () => {
  const [block] = blocksOf('<img src=x onerror=alert(1)>\n')
  expect(block?.tokens.map(({ type }) => type)).not.toContain('html_block')
})

test('thousands of nested quotes are read without harm', () => {
  expect(blocksOf(`${'>'.repeat(5000)} deep\n`)).toHaveLength(1)
})

test('every item of a list is a block, with what stands within it, and keeps its number', () => {
  const blocks = blocksOf('3. one\n   - deeper\n\n   more\n1. two\n\nafter\n')
  expect(blocks.map(({ first, last }) => [first, last])).toEqual([
    [1, 4],
    [5, 5],
    [7, 7],
  ])
  expect(blocks.map(({ tokens }) => tokens[0]?.attrGet('start') ?? null)).toEqual(['3', '4', null])
  expect(blocks.some(({ isSource }) => isSource)).toBe(false)
})
