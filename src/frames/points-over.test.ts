import { expect, test } from 'vitest'
import { pointsOver } from './points-over.ts'

test('the bound itself earns nothing, anything above it earns the points', () => {
  expect(pointsOver(3, [[3, 20]])).toBe(0)
  expect(pointsOver(3.001, [[3, 20]])).toBe(20)
})

test('of several exceeded bounds the one with the most points counts, in whatever order they are listed', () => {
  expect(
    pointsOver(9, [
      [1, 10],
      [5, 40],
      [3, 20],
    ]),
  ).toBe(40)
})

test('a table without rows earns nothing', () => {
  expect(pointsOver(9, [])).toBe(0)
})
