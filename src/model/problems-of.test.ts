import { expect, test } from 'vitest'
import * as z from 'zod'
import { pointer, problemsOf } from './problems-of.ts'
import { strict } from './strict.ts'

const Shop = strict({
  name: z.string().min(1),
  size: z.enum(['small', 'medium', 'large']).optional(),
  stock: z.array(strict({ count: z.number().int().min(0).max(9) })).optional(),
  prices: z.record(z.string(), z.number()).optional(),
  open: z.boolean().optional(),
  motto: z.string().optional(),
})

function problemsIn(input: unknown, at?: string) {
  const read = Shop.safeParse(input)
  return read.success ? [] : problemsOf(read.error, { input, ...(at !== undefined && { at }) })
}

test.for<[unknown, string, string, readonly string[]]>([
  // input                                  code             path               the message names
  [{}, 'missing_key', '/name', ['"name"']],
  [{ name: null }, 'invalid_value', '/name', ['null']],
  [{ name: 3 }, 'invalid_type', '/name', ['3', 'a string']],
  [{ name: 'x', motto: [] }, 'invalid_type', '/motto', ['A list', 'a string']],
  [{ name: 'x', motto: {} }, 'invalid_type', '/motto', ['An object', 'a string']],
  [{ name: 'x', open: 'yes' }, 'invalid_type', '/open', ['"yes"', 'a boolean']],
  [{ name: 'x', size: 'smal' }, 'invalid_value', '/size', ['"smal"', '"small"']],
  [{ name: 'x', size: 'gigantic' }, 'invalid_value', '/size', ['"gigantic"', 'small, medium, large']],
  [{ name: 'x', stock: 3 }, 'invalid_type', '/stock', ['3', 'an array']],
  [{ name: 'x', stock: [{ count: 1 }, { count: 1.5 }] }, 'invalid_type', '/stock/1/count', ['1.5', 'a whole number']],
  [{ name: 'x', stock: [{ count: -1 }] }, 'invalid_value', '/stock/0/count', ['-1', 'at least 0']],
  [{ name: 'x', stock: [{ count: 10 }] }, 'invalid_value', '/stock/0/count', ['10', 'at most 9']],
  [{ name: 'x', prices: [] }, 'invalid_type', '/prices', ['A list', 'a map']],
  [{ name: 'x', prices: { 'a/b~c': 'x' } }, 'invalid_type', '/prices/a~1b~0c', ['"x"', 'a number']],
  [null, 'invalid_value', '', ['null']],
  [7, 'invalid_type', '', ['7', 'an object']],
])('%j is %s at %j', ([input, code, path, names]) => {
  const problems = problemsIn(input)
  expect(problems).toMatchObject([{ code, path }])
  for (const name of names) expect(problems[0]?.message).toContain(name)
})

test('a place inside a larger input is part of every path', () => {
  const paths = problemsIn({ nam: 'x', stock: [{}] }, '/gate').map((problem) => problem.path)
  expect(paths.toSorted()).toEqual(['/gate/nam', '/gate/name', '/gate/stock/0/count'])
})

test('every message is a sentence', () => {
  for (const problem of problemsIn({ nam: 3, size: 'x', stock: [{ count: 'x' }, 3], prices: { a: 'b' } })) {
    expect(problem.message).toMatch(/^["A-Z0-9].*[.?]$/)
  }
})

test('deceptive characters of a value are written out', () => {
  expect(problemsIn({ name: 'x', size: 'sm\u202eall' })[0]?.message).toContain('\\u202e')
})

test.for<[readonly PropertyKey[], string]>([
  [[], ''],
  [['a'], '/a'],
  [['a', 0, 'b'], '/a/0/b'],
  [['a/b', '~'], '/a~1b/~0'],
  [['~1'], '/~01'],
  [[''], '/'],
])('the pointer to %j is %j', ([keys, expected]) => {
  expect(pointer(keys)).toBe(expected)
})
