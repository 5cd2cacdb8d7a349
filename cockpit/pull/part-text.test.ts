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

test('a comment names its lines, and says where they are what was', () => {
  const on = (first: number, last: number, side: 'old' | 'new' = 'new') =>
    rangeText({ path: 'a.ts', side, first, last })
  expect([on(8, 8), on(8, 12), on(8, 8, 'old')]).toEqual(['a.ts:8', 'a.ts:8-12', 'a.ts:8 (old)'])
})
