import { expect, test } from 'vitest'
import { isStated } from './is-stated.ts'

test.for([
  [undefined, false],
  ['', false],
  [' \n\t', false],
  ['x', true],
  [' x ', true],
] as const)('a text that is %j is stated: %s', ([text, expected]) => {
  expect(isStated(text)).toBe(expected)
})
