import { expect, test } from 'vitest'
import * as z from 'zod'
import { isOfMeasure } from './is-of-measure.ts'

const Part = z.strictObject({ name: z.string().min(1).max(3), at: z.iso.datetime().optional() })
const Shape = z.object({ rows: z.array(z.union([Part, z.literal('none')])), of: z.enum(['a', 'b']) })

const isReadable = (value: unknown) => {
  const { error } = Shape.safeParse(value)
  return error === undefined || error.issues.every(isOfMeasure)
}

test.for([
  ['as it should be', { name: 'abc' }, true],
  ['too long', { name: 'abcd' }, true],
  ['empty', { name: '' }, true],
  ['with more than is known', { name: 'abc', more: 1 }, true],
  ['not written as usual', { name: 'abc', at: 'yesterday' }, true],
  ['of another type', { name: 3 }, false],
  ['missing', {}, false],
  ['something else', 'all', false],
] as const)('a part that is %s', ([, row, readable]) => {
  expect(isReadable({ rows: [row], of: 'a' })).toBe(readable)
})

test('a word that is not known is no matter of measure', () => {
  expect(isReadable({ rows: [], of: 'c' })).toBe(false)
})
