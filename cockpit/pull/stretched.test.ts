import { expect, test } from 'vitest'
import type { BlockRow, Row } from './row.ts'
import { blocksAround, blocksTo, stretched, stretchedBlocks } from './stretched.ts'

const known = new Map([4, 5, 6, 7, 8].map((line) => [line, 'text']))
const down = { from: 6, by: 1, known } as const
const up = { from: 6, by: -1, known } as const

test('a choice begins at the line with the keyboard and takes the one below or above', () => {
  expect(stretched(null, down)).toEqual({ first: 6, last: 7 })
  expect(stretched(null, up)).toEqual({ first: 5, last: 6 })
})

test('the other end moves on, and back over the line', () => {
  expect(stretched({ first: 5, last: 6 }, up)).toEqual({ first: 4, last: 6 })
  expect(stretched({ first: 4, last: 6 }, down)).toEqual({ first: 5, last: 6 })
  expect(stretched({ first: 6, last: 6 }, down)).toEqual({ first: 6, last: 7 })
  expect(stretched({ first: 6, last: 7 }, up)).toEqual({ first: 6, last: 6 })
})

test('no end goes where no line is known', () => {
  expect(stretched({ first: 4, last: 6 }, up)).toEqual({ first: 4, last: 6 })
  expect(stretched({ first: 6, last: 8 }, down)).toEqual({ first: 6, last: 8 })
})

test('what was chosen elsewhere is left, and the line begins anew', () => {
  expect(stretched({ first: 1, last: 3 }, up)).toEqual({ first: 5, last: 6 })
})

const blocks = [
  { first: 1, last: 1 },
  { first: 3, last: 5 },
  { first: 7, last: 7 },
  { first: 8, last: 9 },
]
const second = { from: blocks[1]!, blocks }

test('a choice of blocks takes whole ones, over the lines between them, and goes back over the first', () => {
  expect(stretchedBlocks(null, { ...second, by: 1 })).toEqual({ first: 3, last: 7 })
  expect(stretchedBlocks({ first: 3, last: 7 }, { ...second, by: 1 })).toEqual({ first: 3, last: 9 })
  expect(stretchedBlocks({ first: 3, last: 9 }, { ...second, by: 1 })).toEqual({ first: 3, last: 9 })
  expect(stretchedBlocks({ first: 3, last: 7 }, { ...second, by: -1 })).toEqual({ first: 3, last: 5 })
  expect(stretchedBlocks({ first: 3, last: 5 }, { ...second, by: -1 })).toEqual({ first: 1, last: 5 })
  expect(stretchedBlocks({ first: 1, last: 5 }, { ...second, by: -1 })).toEqual({ first: 1, last: 5 })
  expect(stretchedBlocks({ first: 1, last: 5 }, { ...second, by: 1 })).toEqual({ first: 3, last: 5 })
})

test('lines that were chosen elsewhere are left, and the block begins anew', () => {
  expect(stretchedBlocks({ first: 8, last: 9 }, { ...second, by: 1 })).toEqual({ first: 3, last: 7 })
})

test('blocks are chosen among those of their side, and what was only as far as nothing stayed between', () => {
  const row = (path: string, did: BlockRow['did'], first: number) =>
    ({ is: 'block', key: `${path} ${did} ${first}`, file: { path }, did, block: { first, last: first } }) as BlockRow
  const rows: readonly Row[] = [
    ...[row('a', 'removed', 1), row('a', 'kept', 1), row('a', 'removed', 3), row('a', 'added', 3)],
    ...[row('a', 'removed', 4), row('a', 'kept', 5), row('a', 'removed', 9), row('b', 'added', 1)],
  ]
  const around = (at: number) => blocksAround(rows, rows[at] as BlockRow).map(({ first }) => first)
  expect(around(1)).toEqual([1, 3, 5])
  expect(around(3)).toEqual([1, 3, 5])
  expect([around(0), around(2), around(4), around(6)]).toEqual([[1], [3, 4], [3, 4], [9]])
})

test.for([
  ['below', { first: 9, last: 12 }, { first: 5, last: 12 }],
  ['above', { first: 1, last: 2 }, { first: 1, last: 6 }],
  ['where it began', { first: 5, last: 6 }, { first: 5, last: 6 }],
] as const)('a mouse reaches from a block to one %s', ([, to, expected]) => {
  expect(blocksTo({ first: 5, last: 6 }, to)).toEqual(expected)
})
