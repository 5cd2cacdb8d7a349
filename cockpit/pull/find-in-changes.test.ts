import { expect, test } from 'vitest'
import { aHunk, aShownFile } from '../../src/testing/shown-file.ts'
import { findInChanges } from './find-in-changes.ts'

const FILES = [
  aShownFile('a.ts', [aHunk(1, ['-const Wait = 1', '+const wait = 2', ' other'])]),
  aShownFile('b.ts', [aHunk(7, ['+await wait'])]),
]

test('lines are found in every file, whatever their letters', () => {
  expect(findInChanges(FILES, 'WAIT').map(({ file, old, new: now }) => [file.path, old, now])).toEqual([
    ['a.ts', 1, undefined],
    ['a.ts', undefined, 1],
    ['b.ts', undefined, 7],
  ])
})

test('nothing is looked for where nothing is said', () => {
  expect(findInChanges(FILES, ' ')).toEqual([])
})
