import * as z from 'zod'
import { countValues } from '../model/count-values.ts'
import { AppError } from '../model/errors.ts'
import { problemsOf } from '../model/problems-of.ts'
import { responseExample, responseShape } from '../model/response-shape.ts'
import { shellWord } from '../model/shell-word.ts'
import { unfoldedSize } from './unfold-schema.ts'

/** More than any form has, and few enough to check a response against each of them. */
const MOST_PARTS = 1000
const MOST_VALUES = 1000
/** More is no example to anybody, and a schema can have a megabyte of it. */
const LONGEST_EXAMPLE = 1000

/** The formats that a text is held to. Any other is a word about it, and no check. */
export const RESPONSE_FORMATS: ReadonlySet<string> = new Set([
  'base64',
  'base64url',
  'cidr',
  'cidr-v6',
  'credit_card',
  'cuid',
  'cuid2',
  'date',
  'date-time',
  'duration',
  'e164',
  'email',
  'emoji',
  'guid',
  'hostname',
  'iban',
  'ipv4',
  'ipv6',
  'jwt',
  'ksuid',
  'mac',
  'nanoid',
  'time',
  'ulid',
  'uri',
  'uri-reference',
  'uuid',
  'xid',
])

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

/** Reads a JSON Schema where the question is put, so that nobody has to answer what can't be answered. */
export function readResponseSchema(schema: Readonly<Record<string, unknown>>): z.ZodType {
  try {
    if (unfoldedSize(schema, MOST_PARTS) > MOST_PARTS) {
      throw new Error(`with its references unfolded it has more than ${MOST_PARTS} parts, or leads in a circle`)
    }
    return z.fromJSONSchema(withoutPatterns(schema) as JsonSchema)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const message = `The response schema can't be read: ${why}`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/terms/response_schema' }], { cause })
  }
}

/**
 * An expression out of an agent's hands could keep everybody waiting for ever. Beside a `format` that is checked it says the same once
 * more, and is left out; otherwise it is refused.
 */
function withoutPatterns(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutPatterns)
  if (typeof part !== 'object' || part === null) return part
  const { format } = part as { readonly format?: unknown }
  const hasFormat = typeof format === 'string' && RESPONSE_FORMATS.has(format)
  const entries = Object.entries(part).filter(([name, value]) => {
    const isPattern = (name === 'pattern' && typeof value === 'string') || name === 'patternProperties'
    if (isPattern && !(hasFormat && name === 'pattern')) {
      throw new Error(`${name} is not taken; say it with enum, format, minLength or maxLength`)
    }
    return !isPattern
  })
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutPatterns(value)]))
}

/** Refuses a response that is not what was asked for, and says what was. */
export function refuseUnfitResponse(schema: Readonly<Record<string, unknown>>, value: unknown, id: string): void {
  if (countValues(value, MOST_VALUES) > MOST_VALUES) {
    const message = `A response has at most ${MOST_VALUES} values.`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }], { message })
  }
  const parsed = parseWith(readResponseSchema(schema), value)
  if (parsed.success) return
  const expected = responseShape(schema)
  const example = shellWord(JSON.stringify(responseExample(schema)))
  const such = example.length > LONGEST_EXAMPLE ? '.' : `, such as: leeway respond ${id} --value ${example}`
  throw new AppError('invalid_input', problemsOf(parsed.error, { input: value }), {
    details: { expected, next: `The answer has to be ${expected}${such}` },
  })
}

function parseWith(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return schema.safeParse(value)
  } catch (cause) {
    const message = 'The response goes deeper than the question can be read.'
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }], { message, cause })
  }
}
