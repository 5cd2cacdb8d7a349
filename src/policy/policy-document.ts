import * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { problemsOf } from '../model/problems-of.ts'
import { refuseOdd } from '../model/refuse-odd.ts'
import { strict } from '../model/strict.ts'
import { AXES, type AxisGivens } from './axes.ts'
import { LEVELS, type Level } from './levels.ts'

/** What a person writes: a preset to start from, and the axes that differ from it. */
export interface DelegableDocument extends AxisGivens {
  readonly preset?: string
  /** One of the words of an older model; gives three axes, and each may be set beside it. */
  readonly level?: Level
}

/** A policy as a person writes it; what it does not name comes from below it. */
export interface PolicyDocument extends DelegableDocument {
  /** The most that may be handed to a child; what it does not name is the policy's own. */
  readonly delegable?: DelegableDocument
}

const axisShape = Object.fromEntries(AXES.map((axis) => [axis.name, (axis.schema as z.ZodType).optional()]))
const shape = { preset: z.string().optional(), level: z.enum(LEVELS).optional(), ...axisShape }

/** The schema of a policy document, made of the schemas of its axes. */
export const PolicyDocumentSchema = strict({
  ...shape,
  delegable: strict(shape).optional(),
}) as unknown as z.ZodType<PolicyDocument>

/** Reads a policy document, or the name of a preset, and names everything that is wrong with it. */
export function parsePolicyDocument(input: unknown, at = ''): PolicyDocument {
  if (typeof input === 'string') return { preset: input }
  refuseOdd(input)
  const parsed = PolicyDocumentSchema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', problemsOf(parsed.error, { input, at }))
}
