import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import { type JobState, refuseHalted, refuseIdle } from './job-state.ts'

/** A yes counts under what holds when it is taken up, and not under what held when it was given (invariant 10). */
export function refuseTakingUp(checkpoint: Checkpoint, job: Pick<JobState, 'job' | 'ancestors' | 'halted'>): void {
  if (checkpoint.spent_at !== null && checkpoint.passed !== true) {
    const details = { at: checkpoint.spent_at }
    throw new AppError('already_spent', [], { message: whySpent(checkpoint), details })
  }
  refuseIdle(job.job)
  refuseHalted(job)
}

/** What became of an approval that is worth nothing any more: an agent whose action never ran is not told that it did. */
function whySpent({ id, spent_at, attempt, forgotten }: Checkpoint): string {
  if (attempt !== null) return `The approval of checkpoint ${id} was spent at ${spent_at}.`
  const why = forgotten ? 'since a restore, after which nobody knows what became of it' : `since ${spent_at}`
  return `The approval of checkpoint ${id} is void ${why}. Ask again under another key.`
}
