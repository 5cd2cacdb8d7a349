import type Database from 'better-sqlite3'

type Statement<Result = unknown> = Database.Statement<unknown[], Result>

/** How many events wait outside the index; so many are looked through in a fraction of a millisecond. */
const WAITING = 2048

/**
 * Which events a job has. Jobs write in turns, so that an index of its own kind would change one page for every event; here
 * the newest events wait in the order of the log until they are sorted in, many at once.
 */
export const JOB_INDEX_DDL: readonly string[] = [
  'CREATE TABLE event_jobs (job TEXT NOT NULL, seq INTEGER NOT NULL, type TEXT NOT NULL, PRIMARY KEY (job, seq)) STRICT, WITHOUT ROWID',
  'CREATE INDEX "events.in_order" ON events (seq, job, type)',
  `INSERT INTO meta VALUES ('event_jobs', '0')`,
]

const NEW_ONES = 'FROM events INDEXED BY "events.in_order" WHERE seq > ? AND job IS NOT NULL'

/** Keeps the index, inside the transactions of others. */
export class JobIndex {
  readonly #until: Statement<number>
  readonly #setUntil: Statement
  readonly #sortIn: Statement

  constructor(db: Database.Database) {
    const value = `SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'event_jobs'`
    this.#until = db.prepare<unknown[], number>(value).pluck()
    this.#setUntil = db.prepare(`UPDATE meta SET value = ? WHERE name = 'event_jobs'`)
    this.#sortIn = db.prepare(`INSERT INTO event_jobs SELECT job, seq, type ${NEW_ONES} ORDER BY job, seq`)
  }

  /** The last event that is sorted in, or has no job. */
  until(): number {
    return this.#until.get() ?? 0
  }

  /** Sorts in what waits, once there is enough of it. */
  keepUp(last: number): void {
    const until = this.until()
    if (last - until < WAITING) return
    this.#sortIn.run(until)
    this.#setUntil.run(String(last))
  }
}

const SORTED = 'SELECT job, seq, type FROM event_jobs'
const TOLD = `SELECT job, seq, type FROM events
  WHERE job IS NOT NULL AND seq <= (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'event_jobs')`

/** An event that is in the index and should not be, or the other way round. */
export function misindexedEvent(db: Database.Database): number | undefined {
  const differ = (one: string, other: string) => `SELECT seq FROM (${one} EXCEPT ${other})`
  const sql = `${differ(SORTED, TOLD)} UNION ALL ${differ(TOLD, SORTED)} LIMIT 1`
  return db.prepare<[], number>(sql).pluck().get()
}
