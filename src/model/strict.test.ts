import { expect, test } from 'vitest'
import * as z from 'zod'
import { problemsOf } from './problems-of.ts'
import { strict } from './strict.ts'

const Box = strict({ width: z.number(), label: z.string().optional(), lid: strict({ colour: z.string() }).optional() })

function problemsIn(input: unknown) {
  const read = Box.safeParse(input)
  return read.success ? [] : problemsOf(read.error, { input })
}

test('what is known is read', () => {
  expect(Box.parse({ width: 1, lid: { colour: 'red' } })).toEqual({ width: 1, lid: { colour: 'red' } })
})

test('an unknown key is named with the nearest known one', () => {
  expect(problemsIn({ width: 1, lable: 'x' })).toEqual([
    { code: 'unknown_key', message: 'Unknown key "lable". Did you mean "label"?', path: '/lable' },
  ])
})

test('each unknown key has its own problem and place, at every level', () => {
  const problems = problemsIn({ width: 1, lable: 'x', wdth: 2, lid: { colour: 'red', color: 'blue' } })
  expect(problems.map((problem) => problem.path).toSorted()).toEqual(['/lable', '/lid/color', '/wdth'])
  expect(problems.find((problem) => problem.path === '/wdth')?.message).toContain('"width"')
  expect(problems.find((problem) => problem.path === '/lid/color')?.message).toContain('"colour"')
})

test('a key that is like none is answered with the list to choose from', () => {
  expect(problemsIn({ width: 1, zzzzzzzz: 1 })).toMatchObject([
    { message: 'Unknown key "zzzzzzzz". Choose one of: width, label, lid.' },
  ])
})

test('other mistakes keep their own words', () => {
  expect(problemsIn({ width: 'x' })).toMatchObject([{ code: 'invalid_type', path: '/width' }])
})
