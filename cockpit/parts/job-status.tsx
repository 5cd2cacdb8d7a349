import type { JobStatus } from '../../src/model/job-status.ts'
import type { Presence } from '../../src/model/presence.ts'
import { presenceWord } from '../../src/model/presence-text.ts'

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

/**
 * Where a job stands, in a word; that nobody is there to go on with it, whatever its status sounds like; and how much of what it
 * wanted was refused: a job that is done may not have done it.
 */
export function JobStatusChip({
  status,
  presence = null,
  refused = 0,
}: {
  readonly status: JobStatus
  readonly presence?: Presence | null
  readonly refused?: number
}) {
  const process = presenceWord({ status, presence })
  return (
    <>
      <span className={`chip ${TONES[status]}`}>{WORDS[status]}</span>
      {process !== '' && (
        <>
          {' '}
          <span className="chip">{process}</span>
        </>
      )}
      {refused > 0 && (
        <>
          {' '}
          <span className="chip deny">{`${refused} refused`}</span>
        </>
      )}
    </>
  )
}
