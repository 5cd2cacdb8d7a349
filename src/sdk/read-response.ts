import * as z from 'zod'
import { RESPONSE_FORMATS } from '../engine/schema/formats.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import { pointer, problemsOf } from '../model/problems-of.ts'
import type { Passage } from './passage.ts'

/** The JSON Schema of what a person has to bring; what a transform makes of it comes later. */
export function responseSchema(response: z.ZodType): Record<string, unknown> {
  try {
    refuseUnwritten(response)
    return z.toJSONSchema(response, { io: 'input' })
  } catch (error) {
    if (error instanceof AppError) throw error
    const message = 'The response schema can not be written as JSON Schema, so nobody could be held to it.'
    throw new AppError('invalid_input', [], { message, cause: error })
  }
}

/** Checks that JSON Schema has as well. An overwrite, such as `trim`, changes a value and refuses none. */
const WRITTEN: ReadonlySet<string> = new Set([
  'greater_than',
  'less_than',
  'multiple_of',
  'number_format',
  'min_length',
  'max_length',
  'length_equals',
  'string_format',
  'overwrite',
])

/**
 * Refuses a schema with checks that would be lost: people are asked by JSON Schema, so that somebody could answer as they were asked, for good,
 * and the agent's own schema would refuse it.
 */
function refuseUnwritten(response: z.ZodType): void {
  for (const io of ['input', 'output'] as const) {
    z.toJSONSchema(response, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema: { format }, path }) => {
        const lost = checksIn(zodSchema).find(isLost)
        if (lost !== undefined) throw unwritten(lost.check === 'custom' ? 'refine' : lost.check, path)
        if (format !== undefined && !RESPONSE_FORMATS.has(format)) throw unwritten(format, path)
      },
    })
  }
}

interface Check {
  readonly check: string
  readonly hostname?: RegExp
  readonly protocol?: RegExp
}

/** All checks of one part; a schema such as `z.url()` is a check itself. */
function checksIn({ _zod: { def } }: z.core.$ZodType): readonly Check[] {
  const all = [def, ...(def.checks ?? []).map((check) => check._zod.def)]
  return all.filter((one): one is typeof one & Check => 'check' in one && typeof one.check === 'string')
}

function isLost({ check, hostname, protocol }: Check): boolean {
  return !WRITTEN.has(check) || hostname !== undefined || protocol !== undefined
}

function unwritten(what: string, path: readonly (string | number)[]): AppError {
  const where = path.length === 0 ? '' : ` at ${pointer(path)}`
  const message = `The response schema has a check${where} that JSON Schema can not say (${what}), so that a person could give an answer that is refused afterwards. Say it with min, max, length, multipleOf, enum or a plain format, or look at the value when you have it.`
  return new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/response' }], { message })
}

/** Refuses an answer that the agent's own schema does not take, before it is taken up: nothing goes on with it (invariant 14). */
export async function refuseUnfitAnswer(checkpoint: Checkpoint, response: z.ZodType | undefined): Promise<void> {
  if (response === undefined || checkpoint.status !== 'answered') return
  await read(response, { value: checkpoint.resolution?.value, checkpoint: checkpoint.id })
}

/** Reads what a person answered with the schema that asked for it, so that the value is of the type that it says. */
export async function readResponse(passage: Passage, response: z.ZodType | undefined): Promise<Passage> {
  if (response === undefined || passage.outcome !== 'answered') return passage
  return { ...passage, value: await read(response, passage) }
}

interface Given {
  readonly value: unknown
  readonly checkpoint: string
}

/** What a transform makes of an answer can be refused too, and nobody who answers sees that. */
async function read(response: z.ZodType, { value, checkpoint }: Given): Promise<unknown> {
  const parsed = await response.safeParseAsync(value)
  if (parsed.success) return parsed.data
  const problems = problemsOf(parsed.error, { input: value })
  const [first] = problems
  const where = first === undefined || first.path === '' ? '' : ` at ${first.path}`
  const message = `The answer to checkpoint ${checkpoint} fits what people were asked for, and not the agent's own response schema${where}: ${first?.message ?? ''} Nothing went on with it. Ask again under another key, and say in the schema or the title what is wanted.`
  throw new AppError('unfit_response', problems, { message, details: { checkpoint } })
}
