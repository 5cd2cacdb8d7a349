import * as z from 'zod'

/** Where a pull request stands. */
export const PULL_STATUSES = ['open', 'merged', 'closed'] as const
export const PullStatus = z.enum(PULL_STATUSES)
export type PullStatus = z.infer<typeof PullStatus>
