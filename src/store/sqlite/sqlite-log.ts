import type Database from 'better-sqlite3'
import type { EventQuery, Link, LogEntry } from '../../engine/ports.ts'
import { entryText, GENESIS, type NewEntry, type OpenLink, signLink } from '../chain.ts'
import { checkLimit } from '../check-limit.ts'
import type { Signer } from '../signer.ts'
import { AT_MOST } from './at-most.ts'
import { EventIndex, OWNERS, type Owner } from './event-index.ts'

type Statement<Result = unknown> = Database.Statement<unknown[], Result>

const ENTRY = 'seq, tenant, job, checkpoint, type, at, actor, data'
const LINK = 'tenant, first, last, count, previous, hash, signature, key'

const BY_TENANT = 'events INDEXED BY "events.by_tenant"'

/** Of links and of events: what somebody has put under a tenant of its own has no link, and must not stay unseen. */
const TENANTS = `WITH RECURSIVE ${jumpsOver('linked', 'links')}, ${jumpsOver('written', BY_TENANT)}
  SELECT tenant FROM linked WHERE tenant IS NOT NULL UNION SELECT tenant FROM written WHERE tenant IS NOT NULL ORDER BY tenant`

/** Jumps from tenant to tenant instead of reading every row. */
function jumpsOver(name: string, table: string): string {
  return `${name}(tenant) AS (SELECT min(tenant) FROM ${table} UNION ALL
    SELECT (SELECT min(tenant) FROM ${table} WHERE tenant > ${name}.tenant) FROM ${name} WHERE tenant IS NOT NULL)`
}

/** Our own numbers begin with 1; what somebody has put before them must not stay unseen. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER

type Filter = Owner | 'tenant' | 'type'
/** The narrowest first. */
const FILTERS: readonly Filter[] = [...OWNERS, 'tenant', 'type']

/** What is asked of the events: which columns have which values. */
interface Asked {
  readonly given: readonly Filter[]
  readonly values: readonly unknown[]
  readonly after: number
  readonly limit: number
}

/** The log in SQLite: events in one order for all, and one chain of links a tenant. */
export class SqliteLog {
  readonly #db: Database.Database
  readonly #signer: Signer
  readonly #index: EventIndex
  readonly #lastSeq: Statement<number>
  readonly #insertEvent: Statement
  readonly #insertLink: Statement
  readonly #head: Statement<string>
  readonly #links: Statement<Link>
  readonly #tenants: Statement<string>
  readonly #entries = new Map<string, Statement<LogEntry>>()
  readonly #open = new Map<string, { -readonly [Part in keyof OpenLink]: OpenLink[Part] }>()
  #last = 0

  constructor(db: Database.Database, signer: Signer) {
    this.#db = db
    this.#signer = signer
    this.#index = new EventIndex(db)
    this.#lastSeq = db.prepare<unknown[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck()
    this.#insertEvent = db.prepare(`INSERT INTO events (${ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
    this.#insertLink = db.prepare(`INSERT INTO links (${LINK}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
    this.#head = db
      .prepare<unknown[], string>('SELECT hash FROM links WHERE tenant = ? ORDER BY last DESC LIMIT 1')
      .pluck()
    this.#links = db.prepare(`SELECT ${LINK} FROM links WHERE tenant = ? AND last > ? ORDER BY last ${AT_MOST}`)
    this.#tenants = db.prepare<unknown[], string>(TENANTS).pluck()
  }

  /** The newest event of all, whoever wrote it. */
  newest(): number {
    return this.#lastSeq.get() ?? 0
  }

  /** When the newest event was written, in milliseconds; 0 where there is none, or nobody can tell. */
  lastTime(): number {
    const at = this.#db.prepare<unknown[], string>('SELECT at FROM events ORDER BY seq DESC LIMIT 1').pluck().get()
    return Date.parse(at ?? '') || 0
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
    if (this.#open.size > 0) this.#index.keepUp(this.#last)
  }

  /** The narrowest index answers. */
  entries({ after = BEFORE_ALL, limit, ...filter }: EventQuery): readonly LogEntry[] {
    const given = FILTERS.filter((name) => filter[name] !== undefined)
    const asked: Asked = { given, values: given.map((name) => filter[name]), after, limit: checkLimit(limit) }
    if (given.length === 0) return this.#select('events NOT INDEXED', asked)
    if (given[0] === 'type') return this.#ofTenants(asked)
    if (given[0] === 'tenant') return this.#select(BY_TENANT, asked)
    // What is sorted in, then what still waits.
    const sorted = this.#select(`"events.of_${given[0]}" AS sorted JOIN events ON events.seq = sorted.seq`, asked)
    const rest = { ...asked, after: Math.max(after, this.#index.until()), limit: asked.limit - sorted.length }
    return rest.limit === 0 ? sorted : [...sorted, ...this.#waiting(rest)]
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

  tenants(): readonly string[] {
    return this.#tenants.all()
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

  /** What is not sorted in yet. */
  #waiting(asked: Asked): readonly LogEntry[] {
    return asked.given.includes('tenant') ? this.#select(BY_TENANT, asked) : this.#ofTenants(asked)
  }

  /** What has no index of its own is asked of each tenant's. */
  #ofTenants({ given, values, after, limit }: Asked): readonly LogEntry[] {
    return this.tenants()
      .flatMap((tenant) =>
        this.#select(BY_TENANT, { given: [...given, 'tenant'], values: [...values, tenant], after, limit }),
      )
      .sort((a, b) => a.seq - b.seq)
      .slice(0, limit)
  }

  #select(from: string, { given, values, after, limit }: Asked): readonly LogEntry[] {
    const key = `${from} ${given.join()}`
    let statement = this.#entries.get(key)
    if (statement === undefined) {
      statement = this.#db.prepare<unknown[], LogEntry>(sqlOf(from, given))
      this.#entries.set(key, statement)
    }
    return statement.all([...values, after, limit])
  }
}

/** Where the index is asked, it answers for its owner, the type and the place; the rest is asked of the event. */
function sqlOf(from: string, given: readonly Filter[]): string {
  const isSorted = from.includes(' AS sorted ')
  const seq = isSorted ? 'sorted.seq' : 'events.seq'
  const where = given.map((name, at) => {
    if (isSorted && at === 0) return 'sorted.owner = ?'
    return `${isSorted && name === 'type' ? 'sorted' : 'events'}.${name} = ?`
  })
  const columns = ENTRY.split(', ').map((column) => `events.${column}`)
  return `SELECT ${columns.join(', ')} FROM ${from} WHERE ${[...where, `${seq} > ?`].join(' AND ')} ORDER BY ${seq} ${AT_MOST}`
}
