import type { Checkpoint } from '../model/checkpoint.ts'
import { AgentSide } from './agent-side.ts'
import { readTools } from './artifacts/tool-note.ts'
import { CheckpointStore } from './checkpoints/checkpoint-store.ts'
import type { Context } from './context.ts'
import { takeSeat } from './desk/seat.ts'
import { JobHandle } from './job-handle.ts'
import type { Keeper } from './keeper.ts'
import { type Known, refuseUnknownOptions, saidOptions } from './known-options.ts'
import { type Listener, Notices } from './notices.ts'
import type { Body, GivenInput, Program } from './program/program.ts'
import type { Blocked, ProgramRun } from './program/program-run.ts'
import { Programs, type StartOptions } from './program/programs.ts'
import { JobName, readGiven } from './read-given.ts'
import { rowsInTurns } from './rows-in-turns.ts'
import { JOB_OPTIONS, type JobOptions, start } from './start.ts'

/** Who decides through a checkpoint store, and what it is called. */
export interface CheckpointStoreOptions {
  readonly token?: string
  readonly name?: string
}

const START_OPTIONS: Known<StartOptions> = { ...JOB_OPTIONS, onHold: true }

/** The agent's side of Leeway, standing on a store. */
export class Leeway extends AgentSide<JobOptions, JobHandle> {
  readonly #context: Context
  readonly #keeper: Keeper
  readonly #notices: Notices
  readonly #programs: Programs

  constructor(context: Context, keeper: Keeper, own: JobOptions) {
    super(own)
    this.#context = context
    this.#keeper = keeper
    this.#notices = new Notices(context)
    this.#programs = new Programs(context)
  }

  /** Starts a job, or finds the one that was started under the same key. */
  override async job(options: Partial<JobOptions> = {}): Promise<JobHandle> {
    refuseUnknownOptions(options, JOB_OPTIONS, 'job')
    return new JobHandle(this.#context, await start(this.#context, { ...this.own, ...saidOptions(options) }))
  }

  /** Where workers offer what they made. With a person's token it also takes that person's decisions. */
  async checkpointStore({ token, name = 'default' }: CheckpointStoreOptions = {}): Promise<CheckpointStore> {
    const seat = token === undefined ? null : await takeSeat(this.#context, token)
    return new CheckpointStore({ context: this.#context, seat, name })
  }

  /** Makes a program known here, so that its jobs can be started and resumed. */
  program<Input, Result>(
    { name, version, tools = [] }: Pick<Program, 'name' | 'version' | 'tools'>,
    body: Body<Input, Result>,
  ): Program<Input, Result> {
    return this.#programs.add({ name, version, tools: readTools(tools), body })
  }

  /** Runs a program on a new job, or on the one that was started under the same key, until it ends or is left. */
  async start<Input, Result>(
    program: Program<Input, Result>,
    options: Omit<StartOptions, 'agent' | 'input'> & { readonly agent?: string } & GivenInput<Input>,
  ): Promise<ProgramRun<Result>> {
    refuseUnknownOptions(options, START_OPTIONS, 'start')
    return this.#programs.start(program, { ...this.own, ...saidOptions(options), input: options.input })
  }

  /** Runs the program of a job again from what is recorded. */
  async resume(job: string): Promise<ProgramRun> {
    return this.#programs.resume(readGiven(JobName, { job }).job)
  }

  /** Runs every job again that has something to go on with, of the programs that are known here. */
  resumeAll(): Promise<readonly (ProgramRun | Blocked)[]> {
    return this.#programs.resumeAll()
  }

  /** What waits for a person, oldest first. */
  async pending(limit = 100): Promise<readonly Checkpoint[]> {
    const { store, tenant } = this.#context
    const orderOf = ({ opened_at }: Checkpoint) => opened_at
    const query = { table: 'checkpoints', index: 'by_status', equals: [tenant, 'pending'], orderOf } as const
    const pending: Checkpoint[] = []
    for await (const row of rowsInTurns(store, query)) {
      if (pending.length >= limit) break
      pending.push(row)
    }
    return pending
  }

  /** Is told of every hold, at least once. Gives the way to stop. */
  onNotice(listener: Listener): () => void {
    return this.#notices.listen(listener)
  }

  /** Lets go of the store. What is held stays held. */
  override async close(): Promise<void> {
    this.#notices.close()
    await this.#keeper.close()
    await this.#context.store.close()
    await this.#context.workspaces.close()
  }
}
