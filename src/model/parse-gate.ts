import { AppError } from './errors.ts'
import { Gate } from './gate.ts'
import { problemsOf } from './problems-of.ts'
import { refuseOdd } from './refuse-odd.ts'

/** Reads a gate as callers write it, or throws an error that names everything that is wrong with it. */
export function parseGate(input: unknown): Gate {
  refuseOdd(input)
  const parsed = Gate.safeParse(input)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', problemsOf(parsed.error, { input }))
}
