import { expect, test } from 'vitest'
import { type Heuristic, scoreOf } from './heuristic.ts'

function returning(score: number): Heuristic<'push'> {
  return { name: 'mine', side: 'push', about: 'Always the same.', score: () => score }
}

test.for([
  // returned   counts as
  [0, 0],
  [100, 100],
  [101, 100],
  [Infinity, 100],
  [-1, 0],
  [-0.2, 0],
  [-Infinity, 0],
  [49.4, 49],
  [49.5, 50],
  [NaN, 0],
] as const)('a heuristic that returns %d counts as %d', ([returned, counted]) => {
  expect(scoreOf(returning(returned), {})).toBe(counted)
})

test('a heuristic written without types that returns no number counts as 0', () => {
  const careless = { ...returning(0), score: () => undefined as unknown as number }
  expect(scoreOf(careless, {})).toBe(0)
})
