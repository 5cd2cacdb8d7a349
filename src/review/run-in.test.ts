import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { runOf, standsIn } from './run-in.ts'

test('a run stands in a list exactly where its text does', () => {
  const names = array(constantFrom('a', 'b'), { maxLength: 12 })
  assert(
    property(names, names, (run, list) => {
      expect(standsIn(runOf(run), list)).toBe(list.join('').includes(run.join('')))
    }),
  )
})

test('a run that repeats itself is looked for in one pass', () => {
  let read = 0
  const many = Array.from({ length: 4000 }, () => 'x')
  const run = runOf([...many, 'y', ...many])
  const list = [...many, ...many, ...many, 'y', ...many.slice(1)]
  const counted = { [Symbol.iterator]: () => list.map((name) => (read++, name))[Symbol.iterator]() }
  expect(standsIn(run, counted as never)).toBe(false)
  expect(read).toBe(list.length)
})
