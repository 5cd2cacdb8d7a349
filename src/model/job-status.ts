import * as z from 'zod'

/** Where a job stands. The last three are final; `stopped` and `in_doubt` go on only when a person says so. */
export const JOB_STATUSES = [
  'queued',
  'running',
  'pending_review',
  'waiting',
  'stopped',
  'in_doubt',
  'completed',
  'failed',
  'cancelled',
] as const
export const JobStatus = z.enum(JOB_STATUSES)
export type JobStatus = z.infer<typeof JobStatus>

const ENDS = ['completed', 'failed', 'cancelled'] as const

/** Where a job may go from each status; the ends lead nowhere. */
export const JOB_MOVES: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  queued: ['running', 'stopped', ...ENDS],
  running: ['pending_review', 'waiting', 'stopped', 'in_doubt', ...ENDS],
  pending_review: ['running', 'stopped', 'in_doubt', ...ENDS],
  waiting: ['running', 'pending_review', 'stopped', 'in_doubt', ...ENDS],
  stopped: ['running', 'pending_review', 'in_doubt', ...ENDS],
  in_doubt: ['running', 'pending_review', 'stopped', ...ENDS],
  completed: [],
  failed: [],
  cancelled: [],
}
