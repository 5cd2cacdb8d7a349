import { expect, test } from 'vitest'
import { beginningOf } from './beginning-of.ts'

test.for([
  ['abc', 'abc'],
  ['abcd', 'abc'],
  ['ab😀', 'ab'],
  ['a😀b', 'a😀'],
  ['', ''],
] as const)('of %j three units at most are %j, and no half of a character', ([text, beginning]) => {
  expect(beginningOf(text, 3)).toBe(beginning)
})
