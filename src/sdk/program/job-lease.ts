import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'
import type { Context } from '../context.ts'
import { type OwnLease, ownLease } from '../own-lease.ts'

/** The right to drive one job, held by one run of one process. */
export interface JobLease extends Pick<OwnLease, 'epoch' | 'onLost' | 'release'> {
  readonly driver: string
}

/** What leases begin with by which somebody drives a job. */
export const DRIVES = 'job:'

/** The lease by which somebody drives a job. It stays behind where a process died over it. */
export function driveName(job: JobId): string {
  return DRIVES + job
}

/** Takes the right to drive a job. Throws `still_running` while another run has it. */
export async function leaseJob(context: Context, job: JobId): Promise<JobLease> {
  const lease = await ownLease(context, { name: driveName(job), as: 'drv' })
  if (lease !== null) return { ...lease, driver: lease.id }
  throw new AppError('still_running', [], { message: `Job ${job} is driven by another process.`, details: { job } })
}
