import type { CheckpointStatus } from '../../model/checkpoint-status.ts'
import type { JobStatus } from '../../model/job-status.ts'

interface Sign {
  /** Told apart by its shape, because colour is not seen by everyone. */
  readonly symbol: string
  readonly format: 'green' | 'yellow' | 'red' | 'cyan' | 'dim' | 'magenta'
}

const OVER: Sign = { symbol: '·', format: 'dim' }

/** The sign of each status of a checkpoint or a job. */
export const STATUS_SIGNS: Readonly<Record<CheckpointStatus | JobStatus, Sign>> = {
  pending: { symbol: '■', format: 'yellow' },
  approved: { symbol: '✓', format: 'green' },
  answered: { symbol: '✓', format: 'green' },
  rejected: { symbol: '✗', format: 'red' },
  expired: { symbol: '⌛', format: 'magenta' },
  superseded: OVER,

  queued: { symbol: '○', format: 'dim' },
  running: { symbol: '▸', format: 'green' },
  pending_review: { symbol: '■', format: 'yellow' },
  waiting: { symbol: '…', format: 'cyan' },
  stopped: { symbol: '✗', format: 'red' },
  in_doubt: { symbol: '?', format: 'magenta' },
  completed: { symbol: '✓', format: 'green' },
  failed: { symbol: '✗', format: 'red' },
  cancelled: OVER,
}
