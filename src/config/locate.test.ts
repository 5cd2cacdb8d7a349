import { expect, test } from 'vitest'
import { pointer } from '../model/problems-of.ts'
import { locator, Place, positionsIn } from './locate.ts'

test('offsets become lines and columns counted from 1', () => {
  const positionOf = positionsIn('ab\r\n\ncd')
  expect([0, 1, 4, 5, 6, 7].map(positionOf)).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
    { line: 3, column: 2 },
    { line: 3, column: 3 },
  ])
})

test('a pointer that does not exist is located at its nearest ancestor', () => {
  const root = new Place(0)
  root.add('a/b', 3).add(0, 5)
  const locate = locator(root, (offset) => ({ line: 1, column: offset + 1 }))
  expect(['', '/a~1b', '/a~1b/0', '/a~1b/0/x/y', '/a~1b/1', '/nowhere'].map((at) => locate(at).column)).toEqual([
    1, 4, 6, 6, 4, 1,
  ])
})

test('pointers escape what pointers reserve', () => {
  expect(pointer([])).toBe('')
  expect(pointer(['a/b', 'c~d', 2, ''])).toBe('/a~1b/c~0d/2/')
})
