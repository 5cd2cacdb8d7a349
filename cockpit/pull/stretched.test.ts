import { expect, test } from 'vitest'
import { stretched } from './stretched.ts'

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
