import { AsyncLocalStorage } from 'node:async_hooks'
import type { Call } from '../../engine/event.ts'
import type { StoredEvent } from '../../engine/ports.ts'
import type { Actor } from '../../model/actor.ts'
import { AppError, type ErrorCode } from '../../model/errors.ts'
import type { Job } from '../../model/job.ts'
import type { ToolNote } from '../artifacts/tool-note.ts'
import type { Context } from '../context.ts'
import type { Journal } from './journal.ts'
import type { Program } from './program.ts'
import type { ProgramRun } from './program-run.ts'
import { nextCall, type Scope, scopeIn, spoil, topScope } from './scope.ts'

/** A call before it has its number. */
export interface Asking {
  readonly name: string
  /** Hash of what is asked. */
  readonly question: string
  /** The same for people. */
  readonly words: string
}

/** What one run of a program stands on. */
export interface RunParts {
  readonly context: Context
  readonly job: Job
  readonly driver: string
  readonly journal: Journal
  readonly onHold: 'wait' | 'throw'
  /** What the program says it uses. */
  readonly tools: readonly ToolNote[]
  /** Runs the program of a child in the same way. */
  readonly drive: <Result>(job: Job, program: Program<never, Result>) => Promise<ProgramRun<Result>>
}

/** How a program ended this time. */
export type Finish =
  | { readonly how: 'returned'; readonly value: unknown }
  | { readonly how: 'threw'; readonly error: unknown }
  | {
      readonly how: 'left'
      readonly why: AppError
      /** Why something in it was left without a question that people could answer. */
      readonly unasked: AppError | undefined
    }

/** Errors after which nothing more of this run counts, whatever the program makes of them. */
const LEAVING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'held',
  'halted',
  'job_ended',
  'job_stopped',
  'job_in_doubt',
  'still_running',
  'program_changed',
  'fenced',
  'unknown_secret',
  'version_conflict',
  'store_busy',
  'store_stopped',
])

/** One run of a program, from its first call until it ends or is left. */
export class Run implements RunParts {
  readonly context: Context
  readonly job: Job
  readonly driver: string
  readonly journal: Journal
  readonly onHold: 'wait' | 'throw'
  readonly tools: readonly ToolNote[]
  readonly drive: RunParts['drive']
  readonly by: Actor
  /** How many children run at this moment. */
  children = 0
  readonly #scopes = new AsyncLocalStorage<Scope>()
  readonly #top = topScope()
  readonly #inFlight = new Set<Promise<unknown>>()
  #left: AppError | undefined
  #unasked: AppError | undefined
  #over = false

  constructor({ context, job, driver, journal, onHold, tools, drive }: RunParts) {
    this.context = context
    this.job = job
    this.driver = driver
    this.journal = journal
    this.onHold = onHold
    this.tools = tools
    this.drive = drive
    this.by = { kind: 'agent', id: job.agent }
  }

  /** Runs the program, waits for every call that it began, and says how it ended. A swallowed hold is still a hold. */
  async execute(body: () => Promise<unknown>): Promise<Finish> {
    const finish = await this.#scopes.run(this.#top, async (): Promise<Finish> => {
      try {
        return { how: 'returned', value: await body() }
      } catch (error) {
        return { how: 'threw', error }
      }
    })
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight)
    this.#over = true
    if (this.#left === undefined && finish.how === 'returned') this.#refuseUnmet()
    return this.#left === undefined ? finish : { how: 'left', why: this.#left, unasked: this.#unasked }
  }

  /** Makes one durable call: known by its name and number, replayed when it is recorded. */
  call<Result>(
    asking: Asking,
    work: (call: Call, recorded: readonly StoredEvent[] | undefined) => Promise<Result>,
  ): Promise<Result> {
    const scope = this.#scopes.getStore() ?? this.#top
    const made = this.#call(scope, asking, work)
    this.#inFlight.add(made)
    const forget = () => this.#inFlight.delete(made)
    made.then(forget, forget)
    return made
  }

  async #call<Result>(
    scope: Scope,
    { name, question, words }: Asking,
    work: (call: Call, recorded: readonly StoredEvent[] | undefined) => Promise<Result>,
  ): Promise<Result> {
    try {
      this.#refuseCall(scope, name)
      const call = nextCall(scope, name, question)
      return await work(call, this.journal.meet(call, words))
    } catch (error) {
      if (!isLeaving(error) && this.#left !== error) throw error
      spoil(scope)
      throw this.leave(error as AppError)
    }
  }

  /** Ends the run: every later call ends in the same error. Gives the error that counts, which is the first. */
  leave(why: AppError): AppError {
    // Whoever leaves between two calls of a phase leaves the phase too: what came of it so far is no result.
    spoil(this.#scopes.getStore() ?? this.#top)
    this.#left ??= why
    if (!isAsked(why)) this.#unasked ??= why
    return this.#left
  }

  /** Does work inside a step or phase; `spoilt` when something in there was left. */
  async within<Result>(
    inside: { readonly phase: Call } | { readonly step: string },
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly scope: Scope }> {
    const scope = scopeIn(this.#scopes.getStore() ?? this.#top, inside)
    const result = await this.#scopes.run(scope, work)
    if (scope.spoilt) throw this.#left ?? new AppError('held')
    return { result, scope }
  }

  /** What every command of this run says of itself. */
  get mine() {
    return { tenant: this.context.tenant, job: this.job.id, by: this.by, driver: this.driver }
  }

  #refuseCall(scope: Scope, name: string): void {
    if (this.#left !== undefined && this.#isLeft(scope)) throw this.#left
    if (this.#over) {
      throw new AppError('wrong_call', [], { message: `The program of job ${this.job.id} does not run any more.` })
    }
    if (scope.step === null) return
    const message = `Step ${scope.step} calls ${name}. A step is one unit and makes no durable calls; use a phase around them.`
    throw this.leave(new AppError('wrong_call', [], { message }))
  }

  /** Whoever waits for a person holds up their own phase and all around it; a phase beside it goes on to its own questions. */
  #isLeft(scope: Scope): boolean {
    return this.#left?.code !== 'held' || scope.spoilt
  }

  #refuseUnmet(): void {
    try {
      this.journal.refuseUnmet('')
    } catch (error) {
      this.leave(error as AppError)
    }
  }
}

/** Whether it names the question that is waited for: one of this job, or of one that works for it. */
function isAsked({ code, details }: AppError): boolean {
  return code === 'held' && ('checkpoint' in details || 'child' in details)
}

function isLeaving(error: unknown): boolean {
  return error instanceof AppError && LEAVING.has(error.code)
}
