import { expect, test } from 'vitest'
import { type Folds, foldedOf, withFold } from './folds.ts'
import type { ShownFile } from './row.ts'

const FILES = ['a', 'b', 'c'].map((path) => ({ path }) as ShownFile)

function open(folds: Folds, isNarrow: boolean, done: readonly string[] = []) {
  const isFolded = foldedOf(FILES, folds, { isNarrow, isDone: ({ path }) => done.includes(path) })
  return FILES.filter((file) => !isFolded(file)).map(({ path }) => path)
}

const fold = (before: Folds, path: string, isFolded: boolean) => withFold(before, { path, isFolded }, true)

test('on a wide page every file is open that nobody is done with or has folded', () => {
  expect(open(new Map(), false, ['b'])).toEqual(['a', 'c'])
  const folds = withFold(new Map([['a', true]]), { path: 'b', isFolded: false }, false)
  expect(open(folds, false, ['b'])).toEqual(['b', 'c'])
})

test('on a narrow page one file is open: the first that nobody is done with, then the one that was opened', () => {
  expect(open(new Map(), true)).toEqual(['a'])
  expect(open(new Map(), true, ['a'])).toEqual(['b'])
  expect(open(fold(new Map(), 'c', false), true)).toEqual(['c'])
  expect(open(fold(fold(new Map(), 'c', false), 'b', false), true)).toEqual(['b'])
})

test('on a narrow page the next file opens when one is done with, and none when all are', () => {
  expect(open(fold(new Map(), 'a', true), true, ['a'])).toEqual(['b'])
  expect(open(new Map(), true, ['a', 'b', 'c'])).toEqual([])
})
