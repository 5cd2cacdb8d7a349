import { countValues } from '../model/count-values.ts'
import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { responseExample, responseShape } from '../model/response-shape.ts'
import { shellWord } from '../model/shell-word.ts'
import { misfitsOf } from './schema/misfits.ts'
import type { Words } from './schema/part.ts'
import { refuseUnreadable } from './schema/read-schema.ts'

/** Few enough to hold each of them to every part of a schema. */
const MOST_VALUES = 1000
/** More is no example to anybody, and a schema can have a megabyte of it. */
const LONGEST_EXAMPLE = 1000

/** Refuses a JSON Schema where the question is put, so that nobody has to answer what can't be answered, or is held to less than it says. */
export function refuseUnfitSchema(schema: Words): void {
  try {
    refuseUnreadable(schema)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const message = `The response schema can't be read: ${why}`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/terms/response_schema' }], { cause })
  }
}

/** Refuses a response that is not what was asked for, and says what was. */
export function refuseUnfitResponse(schema: Words, value: unknown, id: string): void {
  if (countValues(value, MOST_VALUES) > MOST_VALUES) {
    const message = `A response has at most ${MOST_VALUES} values.`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }], { message })
  }
  refuseUnfitSchema(schema)
  const problems = problemsWith(schema, value)
  if (problems.length === 0) return
  const expected = responseShape(schema)
  const example = shellWord(JSON.stringify(responseExample(schema)))
  const such = example.length > LONGEST_EXAMPLE ? '.' : `, such as: leeway respond ${id} --value ${example}`
  throw new AppError('invalid_input', problems, {
    details: { expected, next: `The answer has to be ${expected}${such}` },
  })
}

function problemsWith(schema: Words, value: unknown): readonly Problem[] {
  try {
    return misfitsOf(schema, value)
  } catch (cause) {
    const message = 'The response goes deeper than the question can be read.'
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }], { message, cause })
  }
}
