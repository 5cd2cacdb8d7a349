import * as z from 'zod'

/** Where a held gate stands; everything but `pending` is final. */
export const CHECKPOINT_STATUSES = [
  'pending',
  'approved',
  'answered',
  'rejected',
  'expired',
  'cancelled',
  'superseded',
] as const
export const CheckpointStatus = z.enum(CHECKPOINT_STATUSES)
export type CheckpointStatus = z.infer<typeof CheckpointStatus>
