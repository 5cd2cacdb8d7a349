import { expect, test } from 'vitest'
import { partText, rangeText } from './part-text.ts'

const files = [
  { path: 'a.ts', hunks: [{ hash: 'h1' }, { hash: 'h2' }, { hash: 'h3' }] },
  { path: 'b.ts', hunks: [{ hash: 'h2' }] },
]

test.for([
  [null, 'the whole file'],
  ['h2', 'part 2 of 3'],
  ['gone', 'one part'],
] as const)('%s is called %s', ([hunk, text]) => {
  expect(partText({ path: 'a.ts', hunk }, files)).toBe(text)
})

test('a comment on several lines names the first and the last', () => {
  expect([rangeText({ path: 'a.ts', first: 8, last: 8 }), rangeText({ path: 'a.ts', first: 8, last: 12 })]).toEqual([
    'a.ts:8',
    'a.ts:8-12',
  ])
})
