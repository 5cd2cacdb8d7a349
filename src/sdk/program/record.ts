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

/** Records an outcome, and gives what is kept: a secret can't be, and what is not kept can't be replayed. */
export async function record(run: Run, done: Done): Promise<StepOutcome> {
  try {
    await runCommand(run.context, recordCall, { ...run.mine, ...done })
    return done.outcome
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'literal_secret') throw error
    const failed = { ok: false, error: `What came of the ${done.of} holds a secret.`, code: error.code } as const
    await runCommand(run.context, recordCall, { ...run.mine, ...done, outcome: failed })
    return failed
  }
}
