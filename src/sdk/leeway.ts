import type * as z from 'zod'
import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import type { GateInput } from '../model/gate.ts'
import { JobId } from '../model/ids.ts'
import type { AnswerKind } from '../model/review.ts'
import { CheckpointStore } from './checkpoints/checkpoint-store.ts'
import type { Context } from './context.ts'
import { takeSeat } from './desk/seat.ts'
import type { GateOptions } from './gate-options.ts'
import { JobHandle, type RunOptions } from './job-handle.ts'
import type { Keeper } from './keeper.ts'
import { type Listener, Notices } from './notices.ts'
import type { Passage } from './passage.ts'
import type { Body, Program } from './program/program.ts'
import type { Blocked, ProgramRun } from './program/program-run.ts'
import { Programs, type StartOptions } from './program/programs.ts'
import { type JobOptions, start } from './start.ts'

/** Who decides through a checkpoint store, and what it is called. */
export interface CheckpointStoreOptions {
  readonly token?: string
  readonly name?: string
}

/** The agent's side of Leeway, standing on a store. */
export class Leeway {
  readonly #context: Context
  readonly #keeper: Keeper
  readonly #notices: Notices
  readonly #own: JobOptions
  readonly #programs: Programs
  #job: Promise<JobHandle> | undefined

  constructor(context: Context, keeper: Keeper, own: JobOptions) {
    this.#context = context
    this.#keeper = keeper
    this.#notices = new Notices(context)
    this.#own = own
    this.#programs = new Programs(context)
  }

  /** Starts a job, or finds the one that was started under the same key. */
  async job(options: Partial<JobOptions> = {}): Promise<JobHandle> {
    return new JobHandle(this.#context, await start(this.#context, { ...this.#own, ...options }))
  }

  /** Asks for the one job of an agent that needs no more than one. */
  async gate<
    const Kind extends AnswerKind = 'approve' | 'edit' | 'reject' | 'comment',
    Schema extends z.ZodType = z.ZodType,
  >(gate: GateInput, options: GateOptions<Kind, Schema> = {}): Promise<Passage<Kind, Schema>> {
    return (await this.#mine()).gate(gate, options)
  }

  /** Gates a function of the one job: every call is asked about, claimed, run once and recorded. */
  guard<Given extends object, Result>(
    tool: string,
    action: (args: Given, about: { readonly key: string }) => Promise<Result> | Result,
    options: Omit<RunOptions, 'key' | 'id'> = {},
  ): (args: Given, own?: RunOptions) => Promise<Result> {
    return async (args, own) => (await this.#mine()).guard(tool, action, options)(args, own)
  }

  /** Where workers offer what they made. With a person's token it also takes that person's decisions. */
  async checkpointStore({ token, name = 'default' }: CheckpointStoreOptions = {}): Promise<CheckpointStore> {
    const seat = token === undefined ? null : await takeSeat(this.#context, token)
    return new CheckpointStore({ context: this.#context, seat, name })
  }

  /** Makes a program known here, so that its jobs can be started and resumed. */
  program<Input, Result>(
    { name, version }: { readonly name: string; readonly version: string },
    body: Body<Input, Result>,
  ): Program<Input, Result> {
    return this.#programs.add({ name, version, body })
  }

  /** Runs a program on a new job, or on the one that was started under the same key, until it ends or is left. */
  start<Input, Result>(
    program: Program<Input, Result>,
    options: Omit<StartOptions<Input>, 'agent'> & { readonly agent?: string },
  ): Promise<ProgramRun<Result>> {
    return this.#programs.start(program, { ...this.#own, ...options })
  }

  /** Runs the program of a job again from what is recorded. */
  resume(job: string): Promise<ProgramRun> {
    return this.#programs.resume(JobId.parse(job))
  }

  /** Runs every job again that has something to go on with, of the programs that are known here. */
  resumeAll(): Promise<readonly (ProgramRun | Blocked)[]> {
    return this.#programs.resumeAll()
  }

  /** What waits for a person, oldest first. */
  async pending(limit = 100): Promise<readonly Checkpoint[]> {
    const { store, tenant } = this.#context
    const found = await store.find({ table: 'checkpoints', index: 'by_status', equals: [tenant, 'pending'], limit })
    return found.map(({ row }) => row)
  }

  /** Is told of every hold, at least once. Gives the way to stop. */
  onNotice(listener: Listener): () => void {
    return this.#notices.listen(listener)
  }

  /** Lets go of the store. What is held stays held. */
  async close(): Promise<void> {
    this.#notices.close()
    await this.#keeper.close()
    await this.#context.store.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** The one job of this agent: the same one whenever the agent comes back. Work that ends is a job of its own. */
  #mine(): Promise<JobHandle> {
    this.#job ??= this.job({ key: this.#own.key ?? `agent:${this.#own.agent}` }).catch((error: unknown) => {
      this.#job = undefined
      throw error instanceof AppError ? error : new Error('The job could not be started.', { cause: error })
    })
    return this.#job
  }
}
