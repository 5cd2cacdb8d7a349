import * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { problemsOf } from '../model/problems-of.ts'

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

/** Reads a JSON Schema where the question is put, so that nobody has to answer what can't be answered. */
export function readResponseSchema(schema: Readonly<Record<string, unknown>>): z.ZodType {
  try {
    return z.fromJSONSchema(schema as JsonSchema)
  } catch (cause) {
    const message = `The response schema can't be read: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/terms/response_schema' }], { cause })
  }
}

/** Refuses a response that is not what was asked for. */
export function refuseUnfitResponse(schema: Readonly<Record<string, unknown>>, value: unknown): void {
  const parsed = readResponseSchema(schema).safeParse(value)
  if (!parsed.success) throw new AppError('invalid_input', problemsOf(parsed.error, { input: value }))
}
