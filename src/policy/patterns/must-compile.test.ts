import { expect, test } from 'vitest'
import * as z from 'zod'
import { AppError } from '../../model/errors.ts'
import { mustCompile } from './must-compile.ts'

test('a text that compiles passes unchanged', () => {
  expect(
    z
      .string()
      .superRefine(mustCompile(() => 'compiled'))
      .parse('source'),
  ).toBe('source')
})

test('a refusal becomes an issue with its sentence', () => {
  const schema = z.string().superRefine(
    mustCompile((source) => {
      throw new AppError('invalid_input', [{ code: 'invalid_value', message: `Not ${source}.`, path: '' }])
    }),
  )
  expect(schema.safeParse('this').error?.issues).toMatchObject([{ code: 'custom', message: 'Not this.', path: [] }])
})

test('a defect of ours is not taken for bad input', () => {
  const schema = z.string().superRefine(
    mustCompile(() => {
      throw new TypeError('a defect')
    }),
  )
  expect(() => schema.safeParse('x')).toThrow(TypeError)
})
