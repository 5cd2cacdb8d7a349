import { expect, test } from 'vitest'
import { aHunk, aShownFile } from '../../src/testing/shown-file.ts'
import { anchorOf, sideLines } from './anchor-of.ts'

const FILE = aShownFile('new.ts', [aHunk(3, [' three', '-four', '+FOUR', ' five'])], {
  old: { path: 'old.ts', mode: '100644', object: 'a'.repeat(40) },
})

test('a comment on what is keeps the lines and those around them', () => {
  expect(anchorOf(FILE, { side: 'new', first: 4, last: 4 }, sideLines(FILE, 'new'))).toEqual({
    ...{ path: 'new.ts', side: 'new', kind: 'lines', first: 4, last: 4 },
    ...{ quote: ['FOUR'], before: ['three'], after: ['five'] },
  })
})

test('a comment on what was names the file as it was called', () => {
  const anchor = anchorOf(FILE, { side: 'old', first: 4, last: 5 }, sideLines(FILE, 'old'))
  expect(anchor).toMatchObject({ path: 'old.ts', quote: ['four', 'five'], before: ['three'], after: [] })
})

test('a range that runs into lines nobody sees ends before them', () => {
  const anchor = anchorOf(FILE, { side: 'new', first: 5, last: 80 }, sideLines(FILE, 'new'))
  expect(anchor).toMatchObject({ first: 5, last: 5, quote: ['five'] })
})

test('with the whole text every line can be meant', () => {
  const lines = sideLines(FILE, 'new', 'one\ntwo\nthree\n')
  expect(anchorOf(FILE, { side: 'new', first: 1, last: 2 }, lines)).toMatchObject({
    quote: ['one', 'two'],
    after: ['three'],
  })
})

test('of a line without end it keeps what is shown, and no half of a character', () => {
  const lines = sideLines(FILE, 'new', `${'a'.repeat(9999)}😀b\n`)
  expect(anchorOf(FILE, { side: 'new', first: 1, last: 1 }, lines).quote).toEqual(['a'.repeat(9999)])
})
