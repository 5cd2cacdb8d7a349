import type { JobStatus } from '../../src/model/job.ts'

const TONES: Readonly<Record<JobStatus, string>> = {
  queued: '',
  running: '',
  pending_review: 'ask',
  waiting: '',
  stopped: 'stop',
  in_doubt: 'deny',
  completed: 'allow',
  failed: 'deny',
  cancelled: '',
}

const WORDS: Readonly<Record<JobStatus, string>> = {
  queued: 'queued',
  running: 'running',
  pending_review: 'waits for a person',
  waiting: 'waits for a child',
  stopped: 'stopped',
  in_doubt: 'in doubt',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** Where a job stands, in a word. */
export function JobStatusChip({ status }: { readonly status: JobStatus }) {
  return <span className={`chip ${TONES[status]}`}>{WORDS[status]}</span>
}
