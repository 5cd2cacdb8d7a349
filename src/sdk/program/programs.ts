import { hashOf } from '../../engine/content-hash.ts'
import { refuseOtherProgram } from '../../engine/drive-job.ts'
import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { JobStatus } from '../../model/job-status.ts'
import { digestOf } from '../../policy/policy.ts'
import type { Context } from '../context.ts'
import { rowsInTurns } from '../rows-in-turns.ts'
import { type JobOptions, policyOf, start } from '../start.ts'
import { canGoOn, unfinishedIn } from './can-go-on.ts'
import { drive } from './drive.ts'
import { asJson } from './outcome.ts'
import { type Program, refOf } from './program.ts'
import type { Blocked, ProgramRun } from './program-run.ts'
import { report } from './report.ts'

/** A job for a program. */
export interface StartOptions extends JobOptions {
  /** Leave the program at a hold, which is what it does by itself, or wait in process. */
  readonly onHold?: 'wait' | 'throw'
}

/** The programs that this process knows, by name. */
export class Programs {
  readonly #context: Context
  readonly #known = new Map<string, Program>()

  constructor(context: Context) {
    this.#context = context
  }

  add<Input, Result>(program: Program<Input, Result>): Program<Input, Result> {
    if (this.#known.has(program.name)) {
      throw new AppError('wrong_call', [], { message: `There is a program ${program.name} already.` })
    }
    this.#known.set(program.name, program)
    return program
  }

  /** Runs a program on a new job, or on the one that was started under the same key. */
  async start<Input, Result>(
    program: Program<Input, Result>,
    { onHold = 'throw', ...given }: StartOptions,
  ): Promise<ProgramRun<Result>> {
    // The program gets now what it gets whenever it is run again.
    const options = { ...given, input: asJson(given.input) ?? null }
    const wanted = digestOf(policyOf(this.#context, options))
    const job = await start(this.#context, options, { program: refOf(program), parent: null, call: null })
    refuseOtherProgram(job, program)
    if (hashOf(job.input) !== hashOf(options.input)) {
      const message = `The key ${options.key} belongs to job ${job.id}, which was given another input.`
      throw new AppError('key_reused', [], { message, details: { job: job.id } })
    }
    if (onHold === 'throw' && !(await canGoOn(this.#context, job))) return report(this.#context, job.id, WAITS)
    return drive(this.#context, job, { program, onHold, wanted })
  }

  /** Runs a job's program again from what is recorded; a child goes on with the job that it works for. */
  async resume(id: JobId): Promise<ProgramRun> {
    const job = await this.#job(id)
    const root = job.path[0] === undefined ? job : await this.#job(job.path[0])
    if (!(await canGoOn(this.#context, root))) return report(this.#context, root.id, WAITS)
    return drive(this.#context, root, { program: this.#programOf(root), onHold: 'throw', wanted: null })
  }

  /** Runs every job again that has something to go on with, of the programs that are known here. */
  async resumeAll(): Promise<readonly (ProgramRun | Blocked)[]> {
    const done: (ProgramRun | Blocked)[] = []
    const unfinished = await unfinishedIn(this.#context.store)
    for (const id of await this.#unfinished()) {
      const job = await this.#job(id)
      if (!(await canGoOn(this.#context, job, unfinished))) continue
      const options = { program: this.#programOf(job), onHold: 'throw', wanted: null } as const
      const ran = await drive(this.#context, job, options).catch((error: unknown) => blocked(job, error))
      if (ran !== undefined) done.push(ran)
    }
    return done
  }

  async #unfinished(): Promise<readonly JobId[]> {
    const found: JobId[] = []
    for (const status of ['running', 'waiting', 'pending_review'] as const) {
      for await (const job of this.#jobs(status)) {
        if (job.path.length === 0 && job.program !== null && this.#known.has(job.program.name)) found.push(job.id)
      }
    }
    return found
  }

  #jobs(status: JobStatus): AsyncGenerator<Job> {
    const { store, tenant } = this.#context
    return rowsInTurns(store, { table: 'jobs', index: 'by_status', equals: [tenant, status], orderOf })
  }

  async #job(id: JobId): Promise<Job> {
    const found = await this.#context.store.get('jobs', id)
    if (found?.row.tenant === this.#context.tenant) return found.row
    throw new AppError('not_found', [], { message: `There is no job ${id}, or it is not yours to see.` })
  }

  #programOf({ id, program }: Job): Program {
    const known = program === null ? undefined : this.#known.get(program.name)
    if (known !== undefined) return known
    const wants = program === null ? 'no program' : `the program ${program.name}, which is not known here`
    throw new AppError('not_found', [], { message: `Job ${id} runs ${wants}.` })
  }
}

const orderOf = ({ started_at }: Job) => started_at
const WAITS = 'It still waits for a person.'

/** One job that can't go on must not keep the others from it; a store that has stopped does. */
function blocked({ id, driven }: Job, error: unknown): Blocked | undefined {
  if (!(error instanceof AppError) || error.code === 'store_stopped') throw error
  // Another process was faster, which is just as well.
  if (error.code === 'still_running') return undefined
  return { status: 'blocked', job: id, drift: driven?.drift ?? null, reason: error.message, error }
}
