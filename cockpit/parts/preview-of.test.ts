import { expect, test } from 'vitest'
import { previewOf } from './preview-of.ts'

test.for<[value: unknown, begins: string, length: number]>([
  ['as it is', 'as it is', 8],
  [{ to: 'ann', count: 2 }, 'to: "ann", count: 2', 22],
  [['a', 'b'], '["a","b"]', 9],
  [null, 'null', 4],
])('%j begins with %s', ([value, begins, length]) => {
  expect(previewOf(value)).toEqual({ begins, length })
})

test('what is longer than a line is cut where the eye sees it, and its whole length is said', () => {
  const { begins, length } = previewOf('x'.repeat(1000))
  expect(begins).toBe(`${'x'.repeat(160)}…`)
  expect(length).toBe(1000)
})
