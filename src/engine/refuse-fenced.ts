import { AppError } from '../model/errors.ts'
import type { Job } from '../model/job.ts'

/** Only the run that took the job over last may write for its program; whoever names no driver is no program. */
export function refuseFenced({ id, driven }: Job, driver: string | undefined): void {
  if (driver === undefined || driven?.driver === driver) return
  throw new AppError('fenced', [], { message: `Another process has taken job ${id} over.`, details: { job: id } })
}
