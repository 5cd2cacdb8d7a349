import type * as z from 'zod'
import { gateIn } from '../config/gate-in.ts'
import { answerRemarks } from '../engine/answer-remarks.ts'
import { cancelJob } from '../engine/cancel-job.ts'
import { changePolicy } from '../engine/change-policy.ts'
import { seal } from '../engine/content-hash.ts'
import { contentOf, type Surroundings } from '../engine/content-of.ts'
import { endJob } from '../engine/end-job.ts'
import { type GivenAnswer, reviseCheckpoint } from '../engine/revise-checkpoint.ts'
import { runCommand } from '../engine/run-command.ts'
import { withdrawCheckpoint } from '../engine/withdraw-checkpoint.ts'
import type { Actor } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import type { GateInput } from '../model/gate.ts'
import type { CheckpointId, JobId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { AnswerKind } from '../model/review.ts'
import { resolvePolicy } from '../policy/resolve.ts'
import { askGate, settleHeld } from './ask-gate.ts'
import type { Context } from './context.ts'
import type { GateOptions } from './gate-options.ts'
import { newId } from './new-id.ts'
import { ownCopy } from './own-copy.ts'
import type { Passage } from './passage.ts'
import { readResponse } from './read-response.ts'
import { type Action, runAction } from './run-action.ts'
import { toPassage } from './to-passage.ts'
import { waitFor } from './wait-for.ts'

type Args = Readonly<Record<string, unknown>>
type DefaultAnswers = 'approve' | 'edit' | 'reject' | 'comment'

/** How one call of a guarded tool differs from the others. */
export interface RunOptions extends Omit<GateOptions, 'answers' | 'response'> {
  /** The risk hints of the tool, in MCP's spelling. */
  readonly annotations?: Extract<GateInput, { kind: 'tool' }>['annotations']
  /** The target takes our key and does nothing twice, so that an unknown outcome may be tried again. */
  readonly idempotent?: boolean
}

/** One job as its agent sees it: it asks, acts and reports, and decides nothing. */
export class JobHandle {
  readonly #context: Context
  readonly #job: Job
  readonly #by: Actor

  constructor(context: Context, job: Job) {
    this.#context = context
    this.#job = job
    this.#by = { kind: 'agent', id: job.agent }
  }

  get id(): JobId {
    return this.#job.id
  }

  /** The job as it stands now. */
  async read(): Promise<Job> {
    return (await this.#context.store.get('jobs', this.#job.id))?.row ?? this.#job
  }

  /** One question of this job as it stands: whether somebody answered, and whether the answer was taken up. */
  async look(checkpoint: CheckpointId): Promise<Checkpoint> {
    const found = (await this.#context.store.get('checkpoints', checkpoint))?.row
    if (found !== undefined && found.job === this.id) return found
    throw new AppError('not_found', [], { message: `This job has no checkpoint ${checkpoint}.` })
  }

  /** The same when a person, the clock or a cancel has settled it. Nothing is taken up by looking. */
  async settled(checkpoint: CheckpointId, signal?: AbortSignal): Promise<Checkpoint> {
    await this.look(checkpoint)
    const over = this.#context.session.over.signal
    return waitFor(this.#context.store, checkpoint, signal === undefined ? over : AbortSignal.any([over, signal]))
  }

  /** Asks whether the job may go on; waits where a person has to look. */
  async gate<const Kind extends AnswerKind = DefaultAnswers, Schema extends z.ZodType = z.ZodType>(
    gate: GateInput,
    options: GateOptions<Kind, Schema> = {},
  ): Promise<Passage<Kind, Schema>> {
    const question = { job: this.#job, by: this.#by, gate, options, recorded: false, idempotent: false, call: null }
    const passage = toPassage(await askGate(this.#context, question))
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
    const keyed = { key: newId('att'), ...rest }
    const question = { job: this.#job, by: this.#by, gate, options: keyed, recorded: true, idempotent, call: null }
    return runAction(this.#context, question, action)
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
    next: { readonly gate: GateInput; readonly around?: Surroundings; readonly answers: readonly GivenAnswer[] },
    signal?: AbortSignal,
  ): Promise<Passage> {
    const gate = ownCopy(gateIn(this.#context.workplace, next.gate))
    const { content } = seal(contentOf(gate, ownCopy(next.around)))
    const { answers } = next
    const input = { ...this.#mine(), checkpoint, gate, content, answers }
    const held = await runCommand(this.#context, reviseCheckpoint, input)
    const options = signal === undefined ? {} : { signal }
    const asked = {
      job: this.#job,
      by: this.#by,
      gate: next.gate,
      options,
      recorded: false,
      idempotent: false,
      call: null,
    }
    return toPassage(await settleHeld(this.#context, asked, held))
  }

  /** Answers remarks on something that need not be brought again. */
  async answer(checkpoint: CheckpointId, answers: readonly GivenAnswer[]): Promise<void> {
    await runCommand(this.#context, answerRemarks, { ...this.#mine(), checkpoint, answers })
  }

  /** Takes a question back; true when it was still open. */
  withdraw(checkpoint: CheckpointId, reason: string): Promise<boolean> {
    const input = { ...this.#mine(), checkpoint, status: 'cancelled', reason } as const
    return runCommand(this.#context, withdrawCheckpoint, input)
  }

  /** Makes the job's own policy stricter; an agent can't make it looser. */
  tighten(policy: unknown): Promise<string> {
    const { catalog } = this.#context.workplace
    const input = { ...this.#mine(), policy: resolvePolicy(policy, catalog) }
    return runCommand(this.#context, changePolicy, input)
  }

  async finish(outcome: unknown = null): Promise<void> {
    await this.#end('completed', 'The program is done.', outcome)
  }

  async fail(reason: string): Promise<void> {
    await this.#end('failed', reason, { error: reason })
  }

  async cancel(reason: string): Promise<void> {
    await runCommand(this.#context, cancelJob, { ...this.#mine(), reason })
  }

  async #end(status: 'completed' | 'failed', reason: string, outcome: unknown): Promise<void> {
    await runCommand(this.#context, endJob, { ...this.#mine(), status, reason, outcome })
  }

  #mine() {
    return { tenant: this.#context.tenant, job: this.id, by: this.#by }
  }
}
