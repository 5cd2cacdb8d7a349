import type { AppError } from '../model/errors.ts'
import type { EventType, NewEvent, StoredEvent } from './event.ts'
import type { Brief, IndexOf, Searchable, Table, Tables } from './tables.ts'

export type { EventType, NewEvent, StoredEvent } from './event.ts'
export type {
  Arrival,
  ForgeBranch,
  ForgeGit,
  GitRemote,
  HostedPull,
  HostMerge,
  HostMessage,
  HostOffer,
  HostPush,
  HostReview,
  HostReviews,
  HostThread,
  PinnedMerge,
  PullHost,
} from './pull-host.ts'
export { type Brief, type IndexOf, type Searchable, TABLES, type Table, type Tables } from './tables.ts'
export type {
  CommitNote,
  CommitRange,
  MergeOutcome,
  NewCommit,
  ShownFile,
  WholeFile,
  Workspaces,
} from './workspaces.ts'

/** A row and how often it has been written; the version is what `append` checks. */
export interface Versioned<Row> {
  readonly id: string
  readonly row: Row
  /** 1 for a row written once. */
  readonly version: number
}

/** Rows of one index, in its order; only what an index can answer can be asked. */
export interface Query<Name extends Table = Table> {
  readonly table: Name
  readonly index: IndexOf<Name>
  /** Values of the index's columns but the last; of all columns for a unique index. */
  readonly equals: readonly Searchable[]
  /** Continue behind this row: its value of the last column, and its id. */
  readonly after?: { readonly value: Searchable; readonly id: string } | undefined
  /** Only rows whose last column is at most this. */
  readonly until?: Searchable
  readonly newestFirst?: boolean
  /** At most 1,000. */
  readonly limit: number
}

/** A row that a command looked at; version 0 means that there was none. */
export interface Seen {
  readonly table: Table
  readonly id: string
  readonly version: number
}

/** A row of any table, at least in brief. */
export type AnyRow = { readonly [Name in Table]: Brief<Name> }[Table]

/** A row to write over the version that was seen; 0 inserts it. In brief, it leaves what is kept apart as it is. */
export interface RowWrite extends Seen {
  readonly row: AnyRow
}

/** Something to do in the world after the commit, at least once; the id is its idempotency key. */
export interface Effect {
  readonly id: string
  readonly kind: 'sweep_children' | 'merge_pull' | 'close_hosted'
  readonly tenant: string
  readonly body: Readonly<Record<string, unknown>>
}

/** An effect that is due, with how often it was tried. */
export interface DueEffect extends Effect {
  readonly tries: number
}

/** One command's whole result. */
export interface Write {
  readonly seen: readonly Seen[]
  readonly rows: readonly RowWrite[]
  readonly events: readonly NewEvent[]
  readonly effects: readonly Effect[]
}

/** Which part of the log to read, oldest first. */
export interface EventQuery {
  readonly tenant?: string | undefined
  readonly job?: string | undefined
  readonly checkpoint?: string | undefined
  readonly type?: EventType | undefined
  /** Only events behind this one. */
  readonly after?: number | undefined
  /** At most 1,000. */
  readonly limit: number
}

/** An event as it is stored: the exact text that its link's hash is made of. */
export interface LogEntry {
  readonly seq: number
  readonly tenant: string
  readonly job: string | null
  readonly checkpoint: string | null
  readonly type: string
  readonly at: string
  /** JSON. */
  readonly actor: string
  /** JSON. */
  readonly data: string
}

/** One link of a tenant's hash chain: the events of one commit, signed. */
export interface Link {
  readonly tenant: string
  readonly first: number
  readonly last: number
  /** How many of the events between belong to this tenant. */
  readonly count: number
  readonly previous: string
  readonly hash: string
  readonly signature: string
  readonly key: string
}

/** A held lease; the epoch grows each time the lease changes hands. */
export interface Lease {
  readonly name: string
  readonly holder: string
  readonly epoch: number
  readonly until: string
}

/** A row as it stands, or what its command has read of it. */
export type Look = <Name extends Table>(table: Name, id: string) => Brief<Name> | undefined

/** What an event makes of the rows; the engine's `apply`, for whoever folds the log. */
export type Apply = (look: Look, event: NewEvent) => readonly RowChange[]

/** A row as it is from now on. */
export interface RowChange {
  readonly table: Table
  readonly id: string
  readonly row: AnyRow
}

/**
 * Where everything is kept. Every implementation passes `store-contract.ts`.
 *
 * `append` is all or nothing, and settles only when the write is on the disk. It throws `version_conflict` when a row that was
 * seen has changed since, or a unique index has the value already. After a failed commit it throws `store_stopped` for ever.
 */
export interface Store {
  /** The store's own clock, which judges every deadline. */
  now(): Date
  get<Name extends Table>(table: Name, id: string): Promise<Versioned<Tables[Name]> | undefined>
  /**
   * The same without waiting, for stores that can: null where there is no such row, and undefined where it can't be said at
   * once, so that `get` has to be asked. A command reads a dozen rows, and a promise for each costs more than most reads.
   */
  getNow?<Name extends Table>(table: Name, id: string): Versioned<Tables[Name]> | null | undefined
  find<Name extends Table>(query: Query<Name>): Promise<readonly Versioned<Tables[Name]>[]>
  /** The same two at least in brief. What is kept apart may be a megabyte a row; where it is not at hand it is not read. */
  getBrief<Name extends Table>(table: Name, id: string): Promise<Versioned<Brief<Name>> | undefined>
  findBrief<Name extends Table>(query: Query<Name>): Promise<readonly Versioned<Brief<Name>>[]>
  /** Gives the sequence number of the write's last event, or of the log's when it has none. */
  append(write: Write): Promise<{ readonly last: number }>

  /** Forgets answers that were kept before a time, the oldest first and no more than so many. Gives how many. */
  forgetAnswers(before: Date, limit: number): Promise<number>

  /** The sequence number of the newest event; 0 before the first. */
  last(): Promise<number>
  events(query: EventQuery): Promise<readonly StoredEvent[]>
  /** The same events as text, for whoever verifies or exports the log. */
  entries(query: EventQuery): Promise<readonly LogEntry[]>
  links(query: {
    readonly tenant: string
    readonly after?: number | undefined
    readonly limit: number
  }): Promise<readonly Link[]>
  tenants(): Promise<readonly string[]>
  /** The public keys that have signed links, as PEM by their id. */
  keys(): Promise<Readonly<Record<string, string>>>

  dueEffects(limit: number): Promise<readonly DueEffect[]>
  endEffect(id: string): Promise<void>
  retryEffect(id: string, retry: { readonly at: Date; readonly error: string }): Promise<void>

  /** Takes, keeps or is refused a lease; null when somebody else holds it. */
  lease(name: string, holder: string, seconds: number): Promise<Lease | null>
  release(name: string, holder: string): Promise<void>
  /** Every lease whose name begins so, over or not. */
  leases(prefix: string): Promise<readonly Lease[]>

  /** Calls back after somebody, in any process, has committed. Gives the way to stop. */
  watch(changed: () => void): () => void
  /** Why no more writes are taken; null while they are. */
  stopped(): AppError | null
  close(): Promise<void>
}
