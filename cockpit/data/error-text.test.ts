import { expect, test } from 'vitest'
import { AppError } from '../../src/model/errors.ts'
import { errorText } from './error-text.ts'

const resolved = (more: object) =>
  new AppError('already_resolved', [], { details: { by: 'ada', status: 'approved', ...more } })

test('who comes second reads who was first, also where it was themselves', () => {
  expect(errorText(resolved({}))).toBe('ada was faster: it is approved.')
  expect(errorText(resolved({ yourself: 'true' }))).toBe('You answered it yourself: it is approved.')
})
