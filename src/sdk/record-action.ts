import { doubtAttempt } from '../engine/doubt-attempt.ts'
import { recordAttempt } from '../engine/record-attempt.ts'
import { runCommand } from '../engine/run-command.ts'
import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import { AppError, type ErrorCode } from '../model/errors.ts'
import type { Context } from './context.ts'
import { type Ended, without } from './ended.ts'

interface Done {
  readonly attempt: Attempt
  readonly by: Actor
}

/**
 * Records how an action went, and gives what is kept. That it ran is never lost for what came of it: where that can't be kept, it is left
 * out, and where nothing can be written, the attempt is in doubt and a person can settle it.
 */
export async function recordAction(context: Context, done: Done, ended: Ended): Promise<Ended['outcome']> {
  try {
    return await write(context, done, ended)
  } catch (error) {
    if (isSettled(error)) throw error
    return write(context, done, without(ended, error)).catch((again) => doubt(context, done, again))
  }
}

/** Whoever has the lock gives it back at some time. Until then nobody is told that it failed: they would do it again. */
async function write(context: Context, { attempt, by }: Done, ended: Ended): Promise<Ended['outcome']> {
  const { tenant, session } = context
  for (;;) {
    try {
      await runCommand(context, recordAttempt, { tenant, attempt: attempt.id, by, session: session.id, ...ended })
      return ended.outcome
    } catch (error) {
      if (codeOf(error) !== 'store_busy' || session.over.signal.aborted) throw error
    }
  }
}

/** What no other outcome could change: somebody else has settled it, or this process can write nothing any more. */
const SETTLED: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode | undefined>([
  'attempt_ended',
  'not_found',
  'store_busy',
  'store_stopped',
])

function isSettled(error: unknown): boolean {
  return SETTLED.has(codeOf(error))
}

async function doubt(context: Context, { attempt }: Done, error: unknown): Promise<never> {
  if (!isSettled(error)) await runCommand(context, doubtAttempt, { attempt: attempt.id })
  throw error
}

function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof AppError ? error.code : undefined
}
