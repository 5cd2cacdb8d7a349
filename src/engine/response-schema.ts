import * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { problemsOf } from '../model/problems-of.ts'

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

/** Reads a JSON Schema where the question is put, so that nobody has to answer what can't be answered. */
export function readResponseSchema(schema: Readonly<Record<string, unknown>>): z.ZodType {
  try {
    const read = z.fromJSONSchema(withoutPatterns(schema) as JsonSchema)
    // A schema that leads in a circle shows as soon as somebody goes along it.
    read.safeParse(null)
    return read
  } catch (cause) {
    const why =
      cause instanceof RangeError ? 'it leads in a circle' : cause instanceof Error ? cause.message : String(cause)
    const message = `The response schema can't be read: ${why}`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/terms/response_schema' }], { cause })
  }
}

/**
 * An expression out of an agent's hands could keep everybody waiting for ever. Beside a `format` it says the same once more, and is
 * left out; alone it is refused.
 */
function withoutPatterns(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutPatterns)
  if (typeof part !== 'object' || part === null) return part
  const hasFormat = typeof (part as { format?: unknown }).format === 'string'
  const entries = Object.entries(part).filter(([name, value]) => {
    const isPattern = (name === 'pattern' && typeof value === 'string') || name === 'patternProperties'
    if (isPattern && !(hasFormat && name === 'pattern')) {
      throw new Error(`${name} is not taken; say it with enum, format, minLength or maxLength`)
    }
    return !isPattern
  })
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutPatterns(value)]))
}

/** Refuses a response that is not what was asked for. */
export function refuseUnfitResponse(schema: Readonly<Record<string, unknown>>, value: unknown): void {
  const parsed = parseWith(readResponseSchema(schema), value)
  if (!parsed.success) throw new AppError('invalid_input', problemsOf(parsed.error, { input: value }))
}

function parseWith(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return schema.safeParse(value)
  } catch (cause) {
    const message = 'The response goes deeper than the question can be read.'
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }], { message, cause })
  }
}
