import { expect, test } from 'vitest'
import { blocksOf } from './markdown-blocks.ts'

const places = (text: string) => blocksOf(text).map(({ first, last, source }) => [first, last, source])

test('every outermost block has the lines that it was written in', () => {
  expect(places('# A\n\none\ntwo\n\n- x\n- y\n\n```\ncode\n```\n')).toEqual([
    [1, 1, '# A'],
    [3, 4, 'one\ntwo'],
    [6, 7, '- x\n- y'],
    [9, 11, '```\ncode\n```'],
  ])
})

test('markup in a text is text', () => {
  const [block] = blocksOf('<img src=x onerror=alert(1)>\n')
  expect(block?.tokens.map(({ type }) => type)).not.toContain('html_block')
})

test('thousands of nested quotes are read without harm', () => {
  expect(blocksOf(`${'>'.repeat(5000)} deep\n`)).toHaveLength(1)
})
