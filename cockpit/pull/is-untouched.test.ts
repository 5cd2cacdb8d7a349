import { expect, test } from 'vitest'
import { aHunk } from '../../src/testing/shown-file.ts'
import { isUntouched } from './is-untouched.ts'

/** Lines 10 to 12, of which 11 was changed. */
const HUNK = aHunk(10, [' ten', '-old', '+new', ' twelve'])
const since = (start: number, lines: readonly string[]) => ({ hunks: [aHunk(start, lines)] })

test('a hunk is as it was where nothing of the file has changed since, or only lines away from it', () => {
  expect(isUntouched(HUNK, undefined)).toBe(true)
  expect(isUntouched(HUNK, since(1, [' one', '-two', '+TWO']))).toBe(true)
  expect(isUntouched(HUNK, since(13, ['+more', ' fourteen']))).toBe(true)
})

test.for([
  ['the same lines came in a second time, here', since(10, [' ten', '+new', ' twelve'])],
  ['a line around it is another', since(10, ['-was', '+ten', ' new'])],
  ['a line within it went', since(10, [' ten', '-gone', ' new'])],
  ['a line right after it went', since(12, [' twelve', '-gone', ' fourteen'])],
] as const)('it is not where %s', ([, changed]) => {
  expect(isUntouched(HUNK, changed)).toBe(false)
})

test('a hunk that only takes lines out has a place too', () => {
  const gone = { new: { start: 5, count: 0 } }
  expect(isUntouched(gone, since(6, ['-another', ' seven']))).toBe(false)
  expect(isUntouched(gone, since(9, ['-another', ' ten']))).toBe(true)
})
