import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import type { CheckpointId, JobId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import { type Asking, GatedJob } from '../sdk/gated-job.ts'
import type { JobHandle } from '../sdk/job-handle.ts'
import { ownCopy } from '../sdk/own-copy.ts'
import type { Passage } from '../sdk/passage.ts'
import type { Action } from '../sdk/run-action.ts'
import { toPassage } from '../sdk/to-passage.ts'
import { askRemote, settleHeld } from './ask-remote.ts'
import type { Connection } from './connection.ts'
import { runRemote } from './run-remote.ts'

/** Everything that a job on the files can do; the compiler asks for each. */
type Same = Pick<JobHandle, keyof JobHandle>

/** One job as its agent sees it, through a server: it asks, acts and reports, and decides nothing. */
export class RemoteJob extends GatedJob implements Same {
  readonly #connection: Connection
  readonly #job: Job

  constructor(connection: Connection, job: Job) {
    super()
    this.#connection = connection
    this.#job = job
  }

  get id(): JobId {
    return this.#job.id
  }

  /** The job as it stands now. */
  async read(): Promise<Job> {
    return (await this.#connection.call('read_job', { job: this.id })).job
  }

  /** One question of this job as it stands: whether somebody answered, and whether the answer was taken up. */
  async look(checkpoint: CheckpointId): Promise<Checkpoint> {
    const { checkpoint: found } = await this.#connection.call('read_checkpoint', { checkpoint, wait: 0 })
    if (found.job === this.id) return found
    throw new AppError('not_found', [], { message: `This job has no checkpoint ${checkpoint}.` })
  }

  /** The same when a person, the clock or a cancel has settled it. Nothing is taken up by looking. */
  async settled(checkpoint: CheckpointId, signal?: AbortSignal): Promise<Checkpoint> {
    const { id } = await this.look(checkpoint)
    return this.#connection.settled(id, signal)
  }

  /** Brings the next revision of what was sent back, with an answer to every remark, and waits again. */
  async revise(
    checkpoint: CheckpointId,
    { gate, around, answers }: Parameters<JobHandle['revise']>[1],
    signal?: AbortSignal,
  ): Promise<Passage> {
    const next = { checkpoint, gate: ownCopy(gate), around: { ...ownCopy(around) }, answers }
    const held = await this.#connection.call('revise_checkpoint', next)
    const options = signal === undefined ? {} : { signal }
    return toPassage(await settleHeld(this.#connection, { options, recorded: false, idempotent: false }, held))
  }

  /** Answers remarks on something that need not be brought again. */
  async answer(checkpoint: CheckpointId, answers: Parameters<JobHandle['answer']>[1]): Promise<void> {
    await this.#connection.call('answer_remarks', { checkpoint, answers })
  }

  /** Takes a question back; true when it was still open. */
  async withdraw(checkpoint: CheckpointId, reason: string): Promise<boolean> {
    return (await this.#connection.call('withdraw_checkpoint', { checkpoint, reason })).withdrawn
  }

  /** Makes the job's own policy stricter; an agent can't make it looser. */
  async tighten(policy: unknown): Promise<string> {
    return (await this.#connection.call('change_policy', { job: this.id, policy: policy as string })).digest
  }

  async finish(outcome: unknown = null): Promise<void> {
    await this.#connection.call('end_job', { job: this.id, status: 'completed', outcome })
  }

  async fail(reason: string): Promise<void> {
    await this.#connection.call('end_job', { job: this.id, status: 'failed', reason, outcome: { error: reason } })
  }

  async cancel(reason: string): Promise<void> {
    await this.#connection.call('cancel_job', { job: this.id, reason })
  }

  protected override async ask(asking: Asking): Promise<Passage> {
    return toPassage(await askRemote(this.#connection, { ...asking, job: this.id }))
  }

  protected override act<Result>(asking: Asking, action: Action<Result>): Promise<Result> {
    return runRemote(this.#connection, { ...asking, job: this.id }, action)
  }
}
