import type Database from 'better-sqlite3'
import type { Lease } from '../../engine/ports.ts'
import { type LeaseRequest, leaseOf, type StoredLease, takeLease } from '../take-lease.ts'

type Statement<Result = unknown> = Database.Statement<unknown[], Result>

/** A byte that no text has and that stands behind all that may follow in a name, so that a beginning is a stretch of the index. */
const BEHIND_ALL = `CAST(x'ff' AS TEXT)`

/** Leases in SQLite. All of them draw their epochs from one counter, so a released lease leaves nothing behind. */
export class SqliteLeases {
  readonly #get: Statement<StoredLease>
  readonly #put: Statement
  readonly #release: Statement
  readonly #list: Statement<StoredLease>
  readonly #epoch: Statement<number>
  readonly #setEpoch: Statement

  constructor(db: Database.Database) {
    const lease = 'name, holder, epoch, until, length'
    this.#get = db.prepare(`SELECT ${lease} FROM leases WHERE name = ?`)
    this.#put = db.prepare(`INSERT OR REPLACE INTO leases (${lease}) VALUES (?, ?, ?, ?, ?)`)
    this.#release = db.prepare('DELETE FROM leases WHERE name = ? AND holder = ?')
    this.#list = db.prepare(`SELECT ${lease} FROM leases WHERE name >= ? AND name < ? || ${BEHIND_ALL} ORDER BY name`)
    this.#epoch = db.prepare<unknown[], number>(`SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'epoch'`).pluck()
    this.#setEpoch = db.prepare(`UPDATE meta SET value = CAST(? AS TEXT) WHERE name = 'epoch'`)
  }

  /** Runs inside a transaction. */
  take(asked: Omit<LeaseRequest, 'epoch'>): Lease | null {
    const epoch = (this.#epoch.get() ?? 0) + 1
    const { lease, taken } = takeLease(this.#get.get(asked.name), { ...asked, epoch })
    this.#put.run(lease.name, lease.holder, lease.epoch, lease.until, lease.length)
    if (lease.epoch === epoch) this.#setEpoch.run(String(epoch))
    return taken ? leaseOf(lease) : null
  }

  release(name: string, holder: string): void {
    this.#release.run(name, holder)
  }

  list(prefix: string): readonly Lease[] {
    return this.#list.all(prefix, prefix).map(leaseOf)
  }
}
