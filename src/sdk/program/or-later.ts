import { leaveJob } from '../../engine/leave-job.ts'
import { runCommand } from '../../engine/run-command.ts'
import { AppError, type ErrorCode } from '../../model/errors.ts'
import { isOfRepository } from '../../model/of-repository.ts'
import { beginOnForge } from '../forge/begin-on-forge.ts'
import type { Run } from './run.ts'

/** What only has to wait for the forge, or for whoever mends a repository, leaves the program, as any hold does; what else went wrong is for whoever asked for the work. */
export async function orLater<Result>(run: Run, work: () => Promise<Result>): Promise<Result> {
  return work().catch(async (error: unknown) => {
    const isForLater = isOfRepository(error) || (error instanceof AppError && LATER.has(error.code))
    throw isForLater ? await heldBy(run, error) : error
  })
}

/**
 * A token that ran out, an answer that is none, a ref that somebody else moves, a store that others write to: what was approved is no worse
 * for it, and time or people mend it.
 */
const LATER: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'forge_busy',
  'forge_unreachable',
  'forge_refused',
  'forge_unreadable',
  'unknown_secret',
  'branch_moved',
  'base_moved',
  'pull_merging',
  'pull_in_hand',
  'store_busy',
  'version_conflict',
])

/** Where the forge is away, or does not let us in, nothing begins: it would begin from the wrong place. */
export function beginning(run: Run): Promise<void> {
  return beginOnForge(run.context, run.job).catch(async (error: unknown) => {
    throw error instanceof AppError ? await heldBy(run, error) : error
  })
}

async function heldBy(run: Run, error: AppError): Promise<AppError> {
  const { context, job, driver, by } = run
  const left = { tenant: context.tenant, job: job.id, by, driver, reason: error.message }
  // It is left all the same where that can't be written down.
  await runCommand(context, leaveJob, left).catch(() => undefined)
  return run.leave(new AppError('held', [], { message: error.message, cause: error }))
}
