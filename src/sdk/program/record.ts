import type { Call, LogPart, StepOutcome } from '../../engine/event.ts'
import { recordCall } from '../../engine/record-call.ts'
import { runCommand } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import type { Run } from './run.ts'

/** A step or phase that has ended. */
interface Done {
  readonly of: 'step' | 'phase'
  readonly call: Call
  readonly outcome: StepOutcome
  readonly covers?: LogPart | null
}

/** Records an outcome, and gives what is kept: a secret or what is too deep or too large can't be, and what is not kept can't be replayed. */
export async function record(run: Run, done: Done): Promise<StepOutcome> {
  try {
    await runCommand(run.context, recordCall, { ...run.mine, ...done })
    return done.outcome
  } catch (error) {
    if (!isUnkept(error)) throw error
    const why = whyUnkept(`What came of the ${done.of}`, error)
    const failed = { ok: false, error: why, code: error.code } as const
    await runCommand(run.context, recordCall, { ...run.mine, ...done, outcome: failed })
    return failed
  }
}

/** Whether it is what came of something that can't be kept, and not the store that can't keep it. */
export function isUnkept(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'literal_secret' || error.code === 'invalid_input')
}

/** Why something is not kept, in a sentence that holds nothing of it. */
export function whyUnkept(what: string, error: AppError): string {
  return error.code === 'literal_secret' ? `${what} holds a secret.` : `${what} could not be kept: ${error.message}`
}
