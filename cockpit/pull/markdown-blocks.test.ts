import { expect, test } from 'vitest'
import { blockRows } from './block-rows.ts'
import { blocksOf } from './markdown-blocks.ts'
import type { ShownFile } from './row.ts'

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
  ['a sign in a cell beyond the last column', '| a | b |\n|---|---|\n| ok | yes | ❌ |\n', true],
  ['a sign of writing there', '| a | b |\n|---|---|\n| ok | yes | >= |\n', true],
  ['a dash there, in a quote', '> | a | b |\n> |---|---|\n> | ok | yes | - |\n', true],
  ['a stroke that ends no cell', '| a | b |\n|---|:-:|\n| `x \\| y` | ❌ |\nok | ≥\n| one |\n', false],
  ['signs in words', 'a ≥ b, → c ❌ *d* “e”\n', false],
  ['what stands beside a fence', '```ts and more\ncode\n```\n', false],
  ['the title of a link', '[a](/b "c")\n', false],
  ['an item that begins at three', '3. one\n   two\n', false],
  ['ordinary words', '# A *b*c d_e `f` [g](/h)i\n', false],
] as const)('no word is left out: %s', ([, text, isSource]) => {
  const blocks = blocksOf(text)
  expect(blocks.map((block) => block.isSource)).toEqual([isSource])
  expect(blocks[0]?.source).toBe(text.trimEnd())
})

test('what ends a line for Markdown alone moves no block to other lines, and a change behind it is seen', () => {
  const text = (who: string) => `# Plan\r\r\n\rone\r\rtwo\n\nPay ${who}.\n`
  expect(places(text('Ann'))).toEqual([
    [1, 1, '# Plan\r\r'],
    [2, 2, '\rone\r\rtwo'],
    [4, 4, 'Pay Ann.'],
  ])
  expect(blocksOf(text('Ann')).map(({ isSource }) => isSource)).toEqual([true, true, false])
  const rows = blockRows({ path: 'plan.md' } as ShownFile, { old: text('Ann'), new: text('Eve') })
  expect(rows.map(({ did, block }) => `${did} ${block.first}`)).toEqual(['kept 1', 'kept 2', 'removed 4', 'added 4'])
})

test('the ends of lines of another system are no part of a text', () => {
  expect(blocksOf('# A\r\n\r\none\r\ntwo\r\n').map(({ isSource }) => isSource)).toEqual([false, false])
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
