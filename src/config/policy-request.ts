import * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { problemsOf } from '../model/problems-of.ts'
import { strict } from '../model/strict.ts'
import { PROGRAMS } from './agent-file.ts'
import { ConfigOverride } from './autonomy.ts'

const Name = z.string().min(1).optional()

/** For whom a policy is wanted, and what the job itself asks for. */
export const PolicyRequest = strict({
  agent: Name,
  tenant: Name,
  user: Name,
  program: z.enum(PROGRAMS).optional(),
  config_override: ConfigOverride.optional(),
})
export type PolicyRequest = Readonly<z.infer<typeof PolicyRequest>>

/** Reads a request; a key that nobody knows would drop what it asks for, so it is an error. */
export function parsePolicyRequest(input: unknown): PolicyRequest {
  const parsed = PolicyRequest.safeParse(input)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', problemsOf(parsed.error, { input }))
}
