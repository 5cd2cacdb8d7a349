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

/** Where a job stands, in a word, and how much of what it wanted was refused: a job that is done may not have done it. */
export function JobStatusChip({ status, refused = 0 }: { readonly status: JobStatus; readonly refused?: number }) {
  return (
    <>
      <span className={`chip ${TONES[status]}`}>{WORDS[status]}</span>
      {refused > 0 && (
        <>
          {' '}
          <span className="chip deny">{`${refused} refused`}</span>
        </>
      )}
    </>
  )
}
