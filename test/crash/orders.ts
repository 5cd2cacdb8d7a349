import type { Point } from './points.ts'

/** Where a process ends itself: at a point, the n-th time it gets there. */
export interface Fatal {
  readonly point: Point
  /** Counted from 1. */
  readonly hit: number
}

/** What there is to do: jobs that ask and act, a paper whose phases are branches, or both. Git takes longer than all the rest. */
export type Work = 'jobs' | 'paper' | 'all'

/** What an agent's process is told on its command line. */
export interface AgentOrders {
  readonly root: string
  readonly fatal: Fatal | null
  /** Whether the reviewer sits in the same process. */
  readonly alone: boolean
  readonly work: Work
  /** Seconds that its clock is ahead, so that leases of the dead are over without waiting for it. */
  readonly ahead: number
}

/** What a reviewer's process is told, one line each. */
export type ReviewerOrder = { readonly review: string; readonly fatal: Fatal | null } | { readonly stop: true }
