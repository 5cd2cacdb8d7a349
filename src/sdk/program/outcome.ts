import type { Call, StepOutcome } from '../../engine/event.ts'
import { AppError } from '../../model/errors.ts'
import { saidBy } from '../../model/said-by.ts'
import { asKept } from '../own-copy.ts'
import { idOf } from './scope.ts'

/** How some work ended, as it can be written down. What comes back now is what comes back when it is replayed. */
export async function outcomeOf(work: () => unknown): Promise<StepOutcome> {
  try {
    const value = asKept(await work())
    return value === undefined ? { ok: true } : { ok: true, value }
  } catch (error) {
    return failure(error)
  }
}

type Failure = Extract<StepOutcome, { ok: false }>

/** Says of an error that what was to be committed with it is gone, also when the step is only read again. */
export const DROPPED = 'dropped'

/** A failure with its message, and its code where it has one. */
export function failure(error: unknown): Failure {
  const message = saidBy(error)
  const code = error instanceof AppError ? (error.details.code ?? error.code) : codeOf(error)
  const isDropped = error instanceof AppError && error.details[DROPPED] !== undefined
  return { ok: false, error: message, ...(code !== undefined && { code }), ...(isDropped && { dropped: true }) }
}

/** What an outcome gives to whoever made the call: the value, or the error `step_failed`. */
export function unwrap<Value>(call: Call, outcome: StepOutcome): Value {
  if (outcome.ok) return outcome.value as Value
  throw stepFailed(call, outcome)
}

/** A failed step, the same whether it failed just now or is replayed. */
export function stepFailed(call: Call, { error, code, dropped }: Omit<Failure, 'ok'>): AppError {
  const details = { call: idOf(call), ...(code !== undefined && { code }), ...(dropped && { [DROPPED]: 'true' }) }
  return new AppError('step_failed', [], { message: error, details })
}

function codeOf(error: unknown): string | undefined {
  try {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
    return typeof code === 'string' ? code : undefined
  } catch {
    // A getter of somebody's own may throw in its turn.
    return undefined
  }
}
