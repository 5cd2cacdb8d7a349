import { expect, test } from 'vitest'
import { partText } from './part-text.ts'

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
