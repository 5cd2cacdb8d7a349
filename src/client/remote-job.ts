import type * as z from 'zod'
import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import type { GateInput } from '../model/gate.ts'
import type { CheckpointId, JobId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { AnswerKind } from '../model/review.ts'
import type { GateOptions } from '../sdk/gate-options.ts'
import type { JobHandle, RunOptions } from '../sdk/job-handle.ts'
import { ownCopy } from '../sdk/own-copy.ts'
import type { Passage } from '../sdk/passage.ts'
import { readResponse } from '../sdk/read-response.ts'
import type { Action } from '../sdk/run-action.ts'
import { toPassage } from '../sdk/to-passage.ts'
import { askRemote, settleHeld } from './ask-remote.ts'
import type { Connection } from './connection.ts'
import { runRemote } from './run-remote.ts'

type Args = Readonly<Record<string, unknown>>
type DefaultAnswers = 'approve' | 'edit' | 'reject' | 'comment'
/** Everything that a job on the files can do; the compiler asks for each. */
type Same = Pick<JobHandle, keyof JobHandle>

/** One job as its agent sees it, through a server: it asks, acts and reports, and decides nothing. */
export class RemoteJob implements Same {
  readonly #connection: Connection
  readonly #job: Job

  constructor(connection: Connection, job: Job) {
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
    await this.look(checkpoint)
    return this.#connection.settled(checkpoint, signal)
  }

  /** Asks whether the job may go on; waits where a person has to look. */
  async gate<const Kind extends AnswerKind = DefaultAnswers, Schema extends z.ZodType = z.ZodType>(
    gate: GateInput,
    options: GateOptions<Kind, Schema> = {},
  ): Promise<Passage<Kind, Schema>> {
    const question = { job: this.id, gate, options, recorded: false, idempotent: false }
    const passage = toPassage(await askRemote(this.#connection, question))
    return readResponse(passage, options.response) as Passage<Kind, Schema>
  }

  /** Asks about a tool call, and runs it once if it may. */
  run<Result>(
    call: { readonly tool: string; readonly args?: Args },
    action: Action<Result>,
    options: RunOptions = {},
  ): Promise<Result> {
    const { annotations, idempotent = false, ...rest } = options
    const gate: GateInput = {
      kind: 'tool',
      tool: call.tool,
      args: { ...call.args },
      ...(annotations && { annotations }),
    }
    const keyed = { key: `call-${crypto.randomUUID()}`, ...rest }
    return runRemote(this.#connection, { job: this.id, gate, options: keyed, recorded: true, idempotent }, action)
  }

  /** The same function, gated: every call is asked about, claimed, run once and recorded. */
  guard<Given extends object, Result>(
    tool: string,
    action: (args: Given, about: { readonly key: string }) => Promise<Result> | Result,
    options: Omit<RunOptions, 'key' | 'id'> = {},
  ): (args: Given, own?: RunOptions) => Promise<Result> {
    return (args, own = {}) =>
      this.run({ tool, args: args as Args }, (final, about) => action(final as Given, about), { ...options, ...own })
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
}
