import type Database from 'better-sqlite3'
import { AppError } from '../../model/errors.ts'
import type { CrashHook } from './crash-point.ts'
import { HalfWritten } from './half-written.ts'
import { PATIENCE_MS, pause } from './retry-busy.ts'
import { isBusy, isOfOneValue, KEPT, undurable } from './sqlite-error.ts'

/** What the owner of the tables does around the tasks of a transaction. */
export interface Transaction {
  /** While nothing is locked yet. */
  before(): void
  begin(): void
  /** After the last task. */
  finish(): void
  committed(): void
}

export interface GroupCommitOptions {
  readonly crashPoint: CrashHook
  readonly patience?: number | undefined
}

/** Work inside the shared transaction. `careful` looks before it writes, because a careless try has failed. */
type Work<Result> = (careful: boolean) => Result

interface Task {
  readonly work: Work<unknown>
  /** How many characters it writes, where that may be many. */
  readonly size: number
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Both bound how long one transaction keeps the process from everything else; a task that is larger has one of its own. */
const MAX_TASKS = 512
const MAX_SIZE = 8 * 1024 * 1024

/**
 * Does everything that is asked for in one turn of the event loop in one transaction, so that many share one sync of the
 * disk. Each is told only after the commit. A failed commit stops it for ever (invariant 7).
 */
export class GroupCommit {
  readonly #db: Database.Database
  readonly #transaction: Transaction
  readonly #options: GroupCommitOptions
  readonly #begin: Database.Statement
  readonly #commit: Database.Statement
  #queue: Task[] = []
  #isScheduled = false
  #isCareful = false
  #nextTasks = MAX_TASKS
  #busySince: number | undefined
  #refusal: ConstructorParameters<typeof AppError>[2]

  constructor(db: Database.Database, transaction: Transaction, options: GroupCommitOptions) {
    this.#db = db
    this.#transaction = transaction
    this.#options = options
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
  }

  /** Settles after the commit. Work throws an `AppError` only before it has written anything: then it alone is refused. */
  add<Result>(work: Work<Result>, size = 0): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const stopped = this.stopped()
      if (stopped !== null) return reject(stopped)
      this.#queue.push({ work, size, resolve: resolve as Task['resolve'], reject })
      if (!this.#isScheduled) this.#schedule()
    })
  }

  /** Why nothing is taken any more; null while it is. */
  stopped(): AppError | null {
    return this.#refusal === undefined ? null : new AppError('store_stopped', [], this.#refusal)
  }

  /** Takes no more, and finishes what was asked for. */
  async close(): Promise<void> {
    const rest = this.add(() => {})
    this.#refusal ??= { message: 'The store is closed.' }
    await rest.catch(() => {})
  }

  #schedule(): void {
    this.#isScheduled = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#options.crashPoint('append:before_begin')
    try {
      this.#transaction.before()
      this.#begin.run()
    } catch (error) {
      return isBusy(error) ? this.#wait(error) : this.#stop(error, [])
    }
    this.#busySince = undefined
    this.#isScheduled = false
    const tasks = this.#queue.splice(0, fitting(this.#queue, this.#nextTasks))
    this.#nextTasks = MAX_TASKS
    this.#run(tasks)
    if (this.#queue.length > 0 && !this.#isScheduled) this.#schedule()
  }

  /** Another process has the lock. */
  #wait(error: unknown): void {
    const now = performance.now()
    this.#busySince ??= now
    if (now - this.#busySince < (this.#options.patience ?? PATIENCE_MS)) {
      setTimeout(() => this.#flush(), pause())
      return
    }
    this.#busySince = undefined
    this.#isScheduled = false
    for (const { reject } of this.#queue.splice(0)) reject(new AppError('store_busy', [], { cause: error }))
  }

  #run(tasks: readonly Task[]): void {
    const { crashPoint } = this.#options
    const careful = this.#isCareful
    this.#isCareful = false
    let running: Task | undefined
    const tell: (() => void)[] = []
    try {
      crashPoint('append:after_begin')
      this.#transaction.begin()
      for (running of tasks) tell.push(done(running, careful))
      running = undefined
      this.#transaction.finish()
      crashPoint('append:before_commit')
      this.#commit.run()
    } catch (error) {
      if (running === undefined || !isOfOneValue(error)) return this.#stop(error, tasks)
      return this.#doWithout(running, tasks, error)
    }
    crashPoint('append:after_commit')
    for (const each of tell) each()
    crashPoint('append:acknowledged')
    this.#transaction.committed()
  }

  /** One failed half-way: all is taken back, and the others are done again. */
  #doWithout(failed: Task, tasks: readonly Task[], error: unknown): void {
    try {
      this.#db.exec('ROLLBACK')
    } catch (cause) {
      return this.#stop(cause, tasks)
    }
    failed.reject(error instanceof HalfWritten ? error.cause : error)
    const rest = tasks.filter((task) => task !== failed)
    this.#queue.unshift(...rest)
    this.#isCareful = true
    // Alone: whoever failed may be back in the queue already, and would take all of it back for ever.
    this.#nextTasks = Math.max(1, rest.length)
  }

  /** Nobody knows what a disk holds that has failed once, so nothing is tried again. */
  #stop(cause: unknown, tasks: readonly Task[]): void {
    const { why, remedy } = undurable(cause)
    const next = `${remedy}, and start again what has this folder open (leeway up, or the agent): ${KEPT}`
    const message = `A write could not be made durable, because ${why}. So the store has stopped, and what became of it shows after a restart.`
    this.#refusal = { message, details: { next }, cause }
    this.#isScheduled = false
    try {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
    } catch {
      // The transaction ends with the connection.
    }
    for (const { reject } of [...tasks, ...this.#queue.splice(0)]) reject(this.stopped())
  }
}

/** How many of the first tasks one transaction takes, and always one. */
function fitting(queue: readonly Task[], most: number): number {
  let count = 0
  for (let size = 0; count < Math.min(queue.length, most); count++) {
    size += (queue[count] as Task).size
    if (size > MAX_SIZE && count > 0) break
  }
  return count
}

/** Does a task, and gives the way to tell whoever asked for it once it is committed. */
function done({ work, resolve, reject }: Task, careful: boolean): () => void {
  try {
    const result = work(careful)
    return () => resolve(result)
  } catch (error) {
    if (error instanceof AppError) return () => reject(error)
    throw error
  }
}
