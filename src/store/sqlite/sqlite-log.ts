import type Database from 'better-sqlite3'
import type { EventQuery, Link, LogEntry } from '../../engine/ports.ts'
import { entryText, GENESIS, type NewEntry, type OpenLink, signLink } from '../chain.ts'
import { checkLimit } from '../check-limit.ts'
import type { Signer } from '../signer.ts'
import { JobIndex } from './job-index.ts'

type Statement<Result = unknown> = Database.Statement<unknown[], Result>
type Filter = 'checkpoint' | 'job' | 'tenant' | 'type'

const ENTRY = 'seq, tenant, job, checkpoint, type, at, actor, data'
const LINK = 'tenant, first, last, count, previous, hash, signature, key'

/** Our own numbers begin with 1; what somebody has put before them must not stay unseen. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER

/** What can be asked for, the narrowest first: the first one that is given has the index, but for jobs, which have their own. */
const FILTERS: readonly Filter[] = ['checkpoint', 'job', 'tenant', 'type']

/** Where events are looked for, and what is asked of the index table there. */
interface Source {
  readonly from: string
  readonly of: readonly string[]
}

const SOURCES = {
  all: { from: 'events NOT INDEXED', of: [] },
  tenant: { from: 'events INDEXED BY "events.by_tenant"', of: [] },
  checkpoint: { from: 'events INDEXED BY "events.by_checkpoint"', of: [] },
  job: { from: 'event_jobs AS sorted JOIN events ON events.seq = sorted.seq', of: ['job', 'seq', 'type'] },
  waiting: { from: 'events INDEXED BY "events.in_order"', of: [] },
} as const satisfies Readonly<Record<string, Source>>

/** A question about the events of one job. */
interface OfJob {
  readonly given: readonly Filter[]
  readonly values: readonly unknown[]
  readonly after: number
  readonly limit: number
}

/** The log in SQLite: events in one order for all, and one chain of links a tenant. */
export class SqliteLog {
  readonly #db: Database.Database
  readonly #signer: Signer
  readonly #jobs: JobIndex
  readonly #lastSeq: Statement<number>
  readonly #insertEvent: Statement
  readonly #insertLink: Statement
  readonly #head: Statement<string>
  readonly #links: Statement<Link>
  readonly #entries = new Map<string, Statement<LogEntry>>()
  readonly #open = new Map<string, { -readonly [Part in keyof OpenLink]: OpenLink[Part] }>()
  #last = 0

  constructor(db: Database.Database, signer: Signer) {
    this.#db = db
    this.#signer = signer
    this.#jobs = new JobIndex(db)
    this.#lastSeq = db.prepare<unknown[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck()
    this.#insertEvent = db.prepare(`INSERT INTO events (${ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
    this.#insertLink = db.prepare(`INSERT INTO links (${LINK}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
    this.#head = db
      .prepare<unknown[], string>('SELECT hash FROM links WHERE tenant = ? ORDER BY last DESC LIMIT 1')
      .pluck()
    this.#links = db.prepare(`SELECT ${LINK} FROM links WHERE tenant = ? AND last > ? ORDER BY last LIMIT ?`)
  }

  /** The newest event of all, whoever wrote it. */
  newest(): number {
    return this.#lastSeq.get() ?? 0
  }

  /** The last sequence number of this transaction. */
  get last(): number {
    return this.#last
  }

  /** Other processes write too, so every transaction looks where the log ends. */
  begin(): void {
    this.#last = this.#lastSeq.get() ?? 0
    this.#open.clear()
  }

  add(events: readonly NewEntry[]): void {
    for (const event of events) {
      const seq = ++this.#last
      const { tenant, job, checkpoint, type, at, actor, data } = event
      this.#insertEvent.run(seq, tenant, job, checkpoint, type, at, actor, data)
      this.#extend(seq, event)
    }
  }

  /** One link for each tenant that has events in this transaction. */
  link(): void {
    for (const open of this.#open.values()) {
      open.previous = this.#head.get(open.tenant) ?? GENESIS
      const { tenant, first, last, count, previous, hash, signature, key } = signLink(open, this.#signer)
      this.#insertLink.run(tenant, first, last, count, previous, hash, signature, key)
    }
    if (this.#open.size > 0) this.#jobs.keepUp(this.#last)
  }

  entries({ after = BEFORE_ALL, limit, ...filter }: EventQuery): readonly LogEntry[] {
    const given = FILTERS.filter((name) => filter[name] !== undefined)
    if (given[0] === 'type') return this.#ofEveryTenant({ after, limit, ...filter })
    const values = given.map((name) => filter[name])
    if (given[0] === 'job') return this.#ofJob({ given, values, after, limit: checkLimit(limit) })
    return this.#statement(given, SOURCES[given[0] ?? 'all']).all([...values, after, checkLimit(limit)])
  }

  links({
    tenant,
    after = BEFORE_ALL,
    limit,
  }: {
    tenant: string
    after?: number | undefined
    limit: number
  }): readonly Link[] {
    return this.#links.all(tenant, after, checkLimit(limit))
  }

  /** Jumps from tenant to tenant instead of reading every link. */
  tenants(): readonly string[] {
    const next = `SELECT (SELECT min(tenant) FROM links WHERE tenant > known.tenant) FROM known WHERE tenant IS NOT NULL`
    const sql = `WITH RECURSIVE known(tenant) AS (SELECT min(tenant) FROM links UNION ALL ${next})
      SELECT tenant FROM known WHERE tenant IS NOT NULL`
    return this.#db.prepare<unknown[], string>(sql).pluck().all()
  }

  keys(): Readonly<Record<string, string>> {
    const sql = `SELECT substr(name, 5), value FROM meta WHERE name GLOB 'key:*'`
    return Object.fromEntries(this.#db.prepare<unknown[], [string, string]>(sql).raw().all())
  }

  #extend(seq: number, event: NewEntry): void {
    const open = this.#open.get(event.tenant)
    const text = entryText(seq, event)
    if (open === undefined) {
      this.#open.set(event.tenant, {
        tenant: event.tenant,
        first: seq,
        last: seq,
        count: 1,
        previous: '',
        entries: text,
      })
      return
    }
    open.last = seq
    open.count++
    open.entries += text
  }

  /** A type alone has no index; each tenant's has it. */
  #ofEveryTenant(query: EventQuery): readonly LogEntry[] {
    return this.tenants()
      .flatMap((tenant) => this.entries({ ...query, tenant }))
      .sort((a, b) => a.seq - b.seq)
      .slice(0, query.limit)
  }

  /** What is sorted in, then what still waits. */
  #ofJob({ given, values, after, limit }: OfJob): readonly LogEntry[] {
    const sorted = this.#statement(given, SOURCES.job).all([...values, after, limit])
    if (sorted.length === limit) return sorted
    const waiting = this.#statement(given, SOURCES.waiting)
    return [...sorted, ...waiting.all([...values, Math.max(after, this.#jobs.until()), limit - sorted.length])]
  }

  #statement(given: readonly Filter[], { from, of }: Source): Statement<LogEntry> {
    const key = `${from} ${given.join()}`
    const made = this.#entries.get(key)
    if (made !== undefined) return made
    const where = given.map((name) => `${of.includes(name) ? 'sorted.' : 'events.'}${name} = ?`)
    const seq = `${of.includes('seq') ? 'sorted' : 'events'}.seq`
    const columns = ENTRY.split(', ').map((column) => `events.${column}`)
    const sql = `SELECT ${columns.join(', ')} FROM ${from} WHERE ${[...where, `${seq} > ?`].join(' AND ')} ORDER BY ${seq} LIMIT ?`
    const statement = this.#db.prepare<unknown[], LogEntry>(sql)
    this.#entries.set(key, statement)
    return statement
  }
}
