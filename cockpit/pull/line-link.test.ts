import { expect, test } from 'vitest'
import { aHunk, aShownFile } from '../../src/testing/shown-file.ts'
import { hashOf, isInHunks, readLineLink } from './line-link.ts'

test.for([
  ['L12', { side: 'new', first: 12, last: 12 }],
  ['L12-15', { side: 'new', first: 12, last: 15 }],
  ['O3', { side: 'old', first: 3, last: 3 }],
] as const)('%s names lines, and is how they are named', ([hash, lines]) => {
  expect(readLineLink('a.ts', hash)).toEqual({ path: 'a.ts', ...lines })
  expect(hashOf(lines)).toBe(hash)
})

test.for(['', 'L', 'L0', 'L5-3', 'X1', 'L1x', 'L12345678', 'l1', '<img>', 'L-1'])('%j leads nowhere', (hash) => {
  expect(readLineLink('a.ts', hash)).toBeUndefined()
})

test('a line without a file leads nowhere', () => {
  expect(readLineLink(undefined, 'L1')).toBeUndefined()
})

test('a line far from every change is not among the hunks', () => {
  const file = aShownFile('a.ts', [aHunk(7, ['-was', '+is', ' same'])])
  const isIn = (side: 'old' | 'new', first: number) => isInHunks(file, { path: 'a.ts', side, first, last: first })
  expect([isIn('new', 7), isIn('old', 7), isIn('new', 8), isIn('new', 9)]).toEqual([true, true, true, false])
})
