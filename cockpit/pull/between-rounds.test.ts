import { expect, test } from 'vitest'
import { aHunk, aShownFile } from '../../src/testing/shown-file.ts'
import { sideLines } from './anchor-of.ts'
import { anchorInEarlier, stillThere } from './between-rounds.ts'

const FILE = aShownFile('a.ts', [aHunk(3, [' three', '-four', '+FOUR', '+more', ' five'])])
const TEXT = 'one\ntwo\nthree\nFOUR\nmore\nfive\nsix\n'
const old = (first: number, last = first) => ({ side: 'old', first, last }) as const

test.for([
  ['an unchanged line before a change', 3, 3, [3, 3]],
  ['an unchanged line behind one, by its number by now', 5, 5, [6, 6]],
  ['a line that went', 4, 4, null],
  ['lines of which one went', 3, 4, null],
] as const)('%s', ([, first, last, expected]) => {
  const found = stillThere(FILE, { range: old(first, last), text: undefined })
  expect(found && [found.side, found.first, found.last]).toEqual(expected && ['new', ...expected])
})

test('where all lines are shown, those far from a change stand there too', () => {
  expect(stillThere(FILE, { range: old(6), text: TEXT })).toEqual({ side: 'new', first: 7, last: 7 })
  expect(stillThere(FILE, { range: old(6), text: undefined })).toBeNull()
})

test('a line that went between two rounds is kept as the earlier one had it', () => {
  const lines = sideLines(FILE, 'old')
  expect(anchorInEarlier(FILE, { range: old(4), lines, text: TEXT })).toMatchObject({
    ...{ path: 'a.ts', side: 'new', first: 4, last: 4, quote: ['four'] },
    ...{ before: ['one', 'two', 'three'], after: ['five', 'six'] },
  })
})
