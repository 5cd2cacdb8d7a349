import type { AppError } from '../../model/errors.ts'
import type { CheckpointId, JobId } from '../../model/ids.ts'
import type { Drift } from '../../model/job.ts'

/** Something of a job, or of one that works for it, that waits for a person. */
export interface Hold {
  readonly checkpoint: CheckpointId
  readonly job: JobId
  /** The ancestors of that job, the root first. */
  readonly path: readonly JobId[]
  readonly title: string
  /** Why the policy asks. */
  readonly reason: string
}

interface Ran {
  readonly job: JobId
  /** How it differs from what the job began with; null when it does not. */
  readonly drift: Drift | null
}

/** The program came to its end. */
export interface Completed<Result> extends Ran {
  readonly status: 'completed'
  readonly result: Result
}
/** The job ended without a result. */
export interface Ended extends Ran {
  readonly status: 'failed' | 'cancelled'
  readonly reason: string
  /** What the program threw, in the process in which it did. */
  readonly error?: unknown
}
/** The program was left. Nothing of it is alive; `resume` runs it again from what is recorded. */
export interface Held extends Ran {
  readonly status: 'held'
  readonly reason: string
  readonly holds: readonly Hold[]
}
/** The job goes on only when a person says so: after a stop, or when nobody knows whether an action ran. */
export interface Parked extends Ran {
  readonly status: 'stopped' | 'in_doubt'
  readonly reason: string
}

/** The program could not be run: it has changed, is halted, or another process took it. The job is as it was. */
export interface Blocked extends Ran {
  readonly status: 'blocked'
  readonly reason: string
  readonly error: AppError
}

/** What came of running a program. */
export type ProgramRun<Result = unknown> = Completed<Result> | Ended | Held | Parked
