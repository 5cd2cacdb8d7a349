import * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { problemsOf } from '../model/problems-of.ts'
import type { Passage } from './passage.ts'

/** The JSON Schema of what a person has to bring; what a transform makes of it comes later. */
export function responseSchema(response: z.ZodType): Record<string, unknown> {
  try {
    return z.toJSONSchema(response, { io: 'input' })
  } catch (error) {
    const message = 'The response schema can not be written as JSON Schema, so nobody could be held to it.'
    throw new AppError('invalid_input', [], { message, cause: error })
  }
}

/** Reads what a person answered with the schema that asked for it, so that the value is of the type that it says. */
export function readResponse(passage: Passage, response: z.ZodType | undefined): Passage {
  if (response === undefined || passage.outcome !== 'answered') return passage
  const parsed = response.safeParse(passage.value)
  if (!parsed.success) throw new AppError('invalid_input', problemsOf(parsed.error, { input: passage.value }))
  return { ...passage, value: parsed.data }
}
