import type Database from 'better-sqlite3'
import type {
  Brief,
  DueEffect,
  EventQuery,
  Lease,
  Link,
  LogEntry,
  Query,
  Store,
  StoredEvent,
  Table,
  Tables,
  Versioned,
  Write,
} from '../../engine/ports.ts'
import { AppError } from '../../model/errors.ts'
import { Apart } from '../apart.ts'
import { checkLimit } from '../check-limit.ts'
import { type EncodedWrite, encodeWrite } from '../encode-write.ts'
import type { Signer } from '../signer.ts'
import { steadyClock } from '../steady-clock.ts'
import { storedEvent } from '../stored-event.ts'
import { leaseLength } from '../take-lease.ts'
import { type Attach, backUp } from './back-up.ts'
import type { CrashHook } from './crash-point.ts'
import { GroupCommit } from './group-commit.ts'
import { endEveryLook, ReadTurn } from './read-turn.ts'
import type { RestoreMark } from './restore-mark.ts'
import { retryBusy } from './retry-busy.ts'
import { SqliteEffects } from './sqlite-effects.ts'
import { isBusy } from './sqlite-error.ts'
import { SqliteLeases } from './sqlite-leases.ts'
import { SqliteLog } from './sqlite-log.ts'
import { SqliteRows } from './sqlite-rows.ts'
import { Watchers } from './watchers.ts'

const RESTORE_MARK = `SELECT value FROM meta WHERE name = 'restored'`

/** What a store is made of. */
export interface SqliteParts {
  readonly db: Database.Database
  readonly signer: Signer
  readonly clock?: (() => Date) | undefined
  readonly crashPoint?: CrashHook | undefined
  /** How many milliseconds a write waits for the lock of other processes. */
  readonly patience?: number | undefined
}

/** Keeps everything in one SQLite file, which several processes may open at once. */
export class SqliteStore implements Store {
  readonly now: () => Date
  readonly #db: Database.Database
  readonly #crashPoint: CrashHook
  readonly #apart = new Apart()
  readonly #rows: SqliteRows
  readonly #log: SqliteLog
  readonly #effects: SqliteEffects
  readonly #leases: SqliteLeases
  readonly #watchers: Watchers
  readonly #commits: GroupCommit
  readonly #turn: ReadTurn
  /** The connection says it too, but to ask it costs more than many a read. */
  #isClosed = false

  constructor({ db, signer, clock = () => new Date(), crashPoint = () => {}, patience }: SqliteParts) {
    this.#db = db
    this.#crashPoint = crashPoint
    this.#rows = new SqliteRows(db, this.#apart)
    this.#log = new SqliteLog(db, signer)
    this.now = steadyClock(clock, { since: this.#log.lastTime() })
    this.#effects = new SqliteEffects(db)
    this.#leases = new SqliteLeases(db)
    this.#watchers = new Watchers(db)
    this.#turn = new ReadTurn(db)
    this.#commits = new GroupCommit(db, this.#transaction(), { crashPoint, patience })
  }

  async get<Name extends Table>(table: Name, id: string): Promise<Versioned<Tables[Name]> | undefined> {
    return this.#read(() => this.#rows.get(table, id))
  }

  getNow<Name extends Table>(table: Name, id: string): Versioned<Tables[Name]> | null | undefined {
    if (this.#isClosed) throw closed()
    try {
      this.#beginLook()
      return this.#rows.get(table, id) ?? null
    } catch (error) {
      if (isBusy(error)) return undefined
      throw error
    }
  }

  async find<Name extends Table>(query: Query<Name>): Promise<readonly Versioned<Tables[Name]>[]> {
    return this.#read(() => this.#rows.find(query))
  }

  async getBrief<Name extends Table>(table: Name, id: string): Promise<Versioned<Brief<Name>> | undefined> {
    return this.#read(() => this.#rows.getBrief(table, id))
  }

  async findBrief<Name extends Table>(query: Query<Name>): Promise<readonly Versioned<Brief<Name>>[]> {
    return this.#read(() => this.#rows.findBrief(query))
  }

  /** The write is turned into text at once, so whoever asked may go on to change what they gave. */
  async append(write: Write): Promise<{ readonly last: number }> {
    const encoded = encodeWrite(write, this.#apart, { carried: true })
    return this.#commits.add((careful) => this.#write(encoded, careful), sizeOf(encoded))
  }

  async forgetAnswers(before: Date, limit: number): Promise<number> {
    return this.#commits.add(() => this.#rows.forgetAnswers(before, checkLimit(limit)))
  }

  async last(): Promise<number> {
    return this.#read(() => this.#log.newest())
  }

  async events(query: EventQuery): Promise<readonly StoredEvent[]> {
    return this.#read(() => this.#log.entries(query).map(storedEvent))
  }

  async entries(query: EventQuery): Promise<readonly LogEntry[]> {
    return this.#read(() => this.#log.entries(query))
  }

  async links(query: { tenant: string; after?: number | undefined; limit: number }): Promise<readonly Link[]> {
    return this.#read(() => this.#log.links(query))
  }

  async tenants(): Promise<readonly string[]> {
    return this.#read(() => this.#log.tenants())
  }

  async keys(): Promise<Readonly<Record<string, string>>> {
    return this.#read(() => this.#log.keys())
  }

  async dueEffects(limit: number): Promise<readonly DueEffect[]> {
    return this.#read(() => this.#effects.due(this.now(), limit))
  }

  async endEffect(id: string): Promise<void> {
    this.#crashPoint('effects:before_end')
    await this.#commits.add(() => this.#effects.end(id))
    this.#crashPoint('effects:after_end')
  }

  async retryEffect(id: string, retry: { readonly at: Date; readonly error: string }): Promise<void> {
    this.#crashPoint('effects:before_retry')
    await this.#commits.add(() => this.#effects.retry(id, retry))
    this.#crashPoint('effects:after_retry')
  }

  async lease(name: string, holder: string, seconds: number): Promise<Lease | null> {
    const length = leaseLength(seconds)
    this.#crashPoint('lease:before_take')
    // The clock is read inside the transaction, because waiting for the lock may have taken longer than the lease.
    const lease = await this.#commits.add(() => this.#leases.take({ name, holder, length, now: this.now().getTime() }))
    this.#crashPoint('lease:after_take')
    return lease
  }

  async release(name: string, holder: string): Promise<void> {
    this.#crashPoint('lease:before_release')
    await this.#commits.add(() => this.#leases.release(name, holder))
    this.#crashPoint('lease:after_release')
  }

  async leases(prefix: string): Promise<readonly Lease[]> {
    return this.#read(() => this.#leases.list(prefix))
  }

  watch(changed: () => void): () => void {
    return this.#watchers.add(changed)
  }

  /** Copies the whole store into a new file while it goes on working. */
  async backup(file: string, attach?: Attach): Promise<void> {
    if (this.#isClosed) throw closed()
    await backUp({ database: this.#db.name, file, now: this.now() }, attach)
  }

  /** Set after a restore, until `settleRestore`: what happened since the backup is unknown. */
  async restored(): Promise<RestoreMark | null> {
    const mark = await this.#read(() => this.#db.prepare<[], string>(RESTORE_MARK).pluck().get())
    return mark === undefined ? null : JSON.parse(mark)
  }

  /** Somebody has dealt with what the restore left open. */
  async settleRestore(): Promise<void> {
    await this.#commits.add(() => this.#db.exec(`DELETE FROM meta WHERE name = 'restored'`))
  }

  stopped(): AppError | null {
    return this.#commits.stopped()
  }

  async close(): Promise<void> {
    await this.#commits.close()
    this.#watchers.close()
    this.#turn.end()
    this.#isClosed = true
    this.#db.close()
  }

  #write(write: EncodedWrite, careful: boolean): { readonly last: number } {
    this.#rows.write(write, { careful, after: this.#log.last })
    this.#crashPoint('append:after_rows')
    this.#log.add(write.events)
    this.#crashPoint('append:after_events')
    this.#effects.add(write.effects)
    this.#crashPoint('append:after_effects')
    return { last: this.#log.last }
  }

  #transaction(): ConstructorParameters<typeof GroupCommit>[1] {
    return {
      before: () => this.#turn.end(),
      begin: () => {
        this.#rows.begin()
        this.#log.begin()
      },
      finish: () => {
        this.#log.link()
        this.#crashPoint('append:after_link')
      },
      committed: () => {
        this.#rows.committed()
        endEveryLook()
        this.#watchers.tell()
      },
    }
  }

  /** A look that has not found out what is still true is none: whoever tries again begins anew. */
  #beginLook(): void {
    if (!this.#turn.begin()) return
    try {
      this.#rows.look()
    } catch (error) {
      this.#turn.end()
      throw error
    }
  }

  /** Readers are almost never locked out; when they are, they wait like everybody else. */
  #read<Result>(work: () => Result): Result | Promise<Result> {
    if (this.#isClosed) throw closed()
    const look = () => {
      this.#beginLook()
      return work()
    }
    try {
      return look()
    } catch (error) {
      if (isBusy(error)) return retryBusy(look)
      throw error
    }
  }
}

/** How many characters a write takes in the file. */
function sizeOf({ events, rows }: EncodedWrite): number {
  let size = 0
  for (const { data } of events) size += data.length
  for (const { body, apart } of rows) size += body.length + (apart?.length ?? 0)
  return size
}

function closed(): AppError {
  return new AppError('store_stopped', [], { message: 'The store is closed.' })
}
