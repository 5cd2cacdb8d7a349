import type { Checkpoint } from '../../model/checkpoint.ts'
import { CheckpointError } from './checkpoint-error.ts'

/** Whether a question was closed and nobody had answered it. */
export function isOver(status: Checkpoint['status']): boolean {
  return status === 'cancelled' || status === 'expired' || status === 'superseded'
}

/** What whoever offers work under an id is told that stands for something that is over. */
export function closed({ id, status, resolution }: Checkpoint): CheckpointError {
  const why = isOver(status) ? `: ${resolution?.reason ?? ''}` : ', in a job that has ended since.'
  const message = `Checkpoint ${id} is ${status}${why} Offer the work under another id, or with create.`
  const details = { checkpoint: id, status }
  return new CheckpointError(status === 'expired' ? 'expired' : 'withdrawn', message, { details })
}

/** A restore has taken the approval away, because it may have been used since: nothing stands under its key. */
export function orVoid(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'already_spent') return null
  throw error
}
