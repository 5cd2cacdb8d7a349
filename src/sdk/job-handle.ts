import { gateIn } from '../config/gate-in.ts'
import { answerRemarks } from '../engine/answer-remarks.ts'
import { cancelJob } from '../engine/cancel-job.ts'
import { changePolicy } from '../engine/change-policy.ts'
import { seal } from '../engine/content-hash.ts'
import { contentOf } from '../engine/content-of.ts'
import { endJob } from '../engine/end-job.ts'
import { type GivenAnswer, reviseCheckpoint } from '../engine/revise-checkpoint.ts'
import { runCommand } from '../engine/run-command.ts'
import { withdrawCheckpoint } from '../engine/withdraw-checkpoint.ts'
import type { Actor } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Surroundings } from '../model/content.ts'
import { AppError } from '../model/errors.ts'
import type { GateInput } from '../model/gate.ts'
import type { CheckpointId, JobId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import { refuseDeep } from '../model/refuse-deep.ts'
import { refuseHalfCharacters } from '../model/refuse-half-characters.ts'
import { resolvePolicy } from '../policy/resolve.ts'
import { askGate, settleHeld } from './ask-gate.ts'
import { whileWaiting } from './attend.ts'
import { keptId } from './chosen-id.ts'
import type { Context } from './context.ts'
import { type Asking, GatedJob } from './gated-job.ts'
import { ownAround } from './own-around.ts'
import { ownCopy } from './own-copy.ts'
import type { Passage } from './passage.ts'
import { CheckpointName, readGiven } from './read-given.ts'
import { type Action, runAction } from './run-action.ts'
import { toPassage } from './to-passage.ts'
import { waitFor } from './wait-for.ts'

export type { RunOptions } from './gated-job.ts'

/** One job as its agent sees it: it asks, acts and reports, and decides nothing. */
export class JobHandle extends GatedJob {
  readonly #context: Context
  readonly #job: Job
  readonly #by: Actor

  constructor(context: Context, job: Job) {
    super()
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
    const found = (await this.#context.store.get('checkpoints', await this.#kept(checkpoint)))?.row
    if (found !== undefined && found.job === this.id) return found
    throw new AppError('not_found', [], { message: `This job has no checkpoint ${checkpoint}.` })
  }

  /** The same when a person, the clock or a cancel has settled it. Nothing is taken up by looking. */
  async settled(checkpoint: CheckpointId, signal?: AbortSignal): Promise<Checkpoint> {
    const { id } = await this.look(checkpoint)
    const over = this.#context.session.over.signal
    const both = signal === undefined ? over : AbortSignal.any([over, signal])
    return whileWaiting(this.#context, id, () => waitFor(this.#context.store, id, both))
  }

  /** Brings the next revision of what was sent back, with an answer to every remark, and waits again. */
  async revise(
    checkpoint: CheckpointId,
    next: { readonly gate: GateInput; readonly around?: Surroundings; readonly answers: readonly GivenAnswer[] },
    signal?: AbortSignal,
  ): Promise<Passage> {
    const gate = gateIn(this.#context.workplace, ownCopy(next.gate))
    const { content } = seal(contentOf(gate, ownAround(next.around)))
    const { answers } = next
    const input = { ...this.#mine(), checkpoint: await this.#kept(checkpoint), gate, content, answers }
    const held = await runCommand(this.#context, reviseCheckpoint, input)
    const options = signal === undefined ? {} : { signal }
    const asked = this.#question({ gate: next.gate, options, recorded: false, idempotent: false })
    return toPassage(await settleHeld(this.#context, asked, held))
  }

  /** Answers remarks on something that need not be brought again. */
  async answer(checkpoint: CheckpointId, answers: readonly GivenAnswer[]): Promise<void> {
    await runCommand(this.#context, answerRemarks, {
      ...this.#mine(),
      checkpoint: await this.#kept(checkpoint),
      answers,
    })
  }

  /** Takes a question back; true when it was still open. */
  async withdraw(checkpoint: CheckpointId, reason: string): Promise<boolean> {
    const input = {
      ...this.#mine(),
      checkpoint: await this.#kept(checkpoint),
      status: 'cancelled',
      reason,
    } as const
    return runCommand(this.#context, withdrawCheckpoint, input)
  }

  /** Makes the job's own policy stricter; an agent can't make it looser. */
  tighten(policy: unknown): Promise<string> {
    const { catalog } = this.#context.workplace
    const input = { ...this.#mine(), policy: resolvePolicy(policy, catalog) }
    return runCommand(this.#context, changePolicy, input)
  }

  async finish(outcome: unknown = null): Promise<void> {
    refuseDeep(outcome, '/outcome')
    refuseHalfCharacters(outcome, '/outcome')
    await this.#end('completed', 'The program is done.', outcome)
  }

  async fail(reason: string): Promise<void> {
    await this.#end('failed', reason, { error: reason })
  }

  async cancel(reason: string): Promise<void> {
    await runCommand(this.#context, cancelJob, { ...this.#mine(), reason })
  }

  protected override async ask(asking: Asking): Promise<Passage> {
    return toPassage(await askGate(this.#context, this.#question(asking)))
  }

  protected override act<Result>(asking: Asking, action: Action<Result>): Promise<Result> {
    return runAction(this.#context, this.#question(asking), action)
  }

  #question(asking: Asking) {
    return { ...asking, job: this.#job, by: this.#by, call: null }
  }

  async #end(status: 'completed' | 'failed', reason: string, outcome: unknown): Promise<void> {
    await runCommand(this.#context, endJob, { ...this.#mine(), status, reason, outcome })
  }

  #kept(checkpoint: CheckpointId): Promise<CheckpointId> {
    readGiven(CheckpointName, { checkpoint })
    return keptId(this.#context.store, this.#context.tenant, checkpoint)
  }

  #mine() {
    return { tenant: this.#context.tenant, job: this.id, by: this.#by }
  }
}
