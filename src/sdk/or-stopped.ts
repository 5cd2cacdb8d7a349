import { AppError } from '../model/errors.ts'

/** A store that has stopped takes nothing back: then leases run out by themselves. */
export function orStopped(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'store_stopped') throw error
}
