import type Database from 'better-sqlite3'

type Statement<Result = unknown> = Database.Statement<unknown[], Result>

/** What has events sorted in for it, the narrowest first. */
export const OWNERS = ['checkpoint', 'job'] as const
export type Owner = (typeof OWNERS)[number]

/** How many events wait outside the index; so many are looked through in a fraction of a millisecond. */
const WAITING = 2048

/**
 * Which events a job or a checkpoint has. Many write in turns, so that indexes of SQLite's own would change several pages for
 * every event; here the newest events wait until they are sorted in, many at once. Tenants have an index of SQLite's own, in
 * which those that wait are found: whoever verifies the log reads by tenant, and must not miss what somebody has put into it.
 */
export const EVENT_INDEX_DDL: readonly string[] = [
  ...OWNERS.map(
    (owner) => `CREATE TABLE "events.of_${owner}" (owner TEXT NOT NULL, seq INTEGER NOT NULL, type TEXT NOT NULL,
      PRIMARY KEY (owner, seq)) STRICT, WITHOUT ROWID`,
  ),
  `INSERT INTO meta VALUES ('indexed_events', '0')`,
]

const UNTIL = `SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'indexed_events'`

/** Keeps the index, inside the transactions of others. */
export class EventIndex {
  readonly #until: Statement<number>
  readonly #setUntil: Statement
  readonly #sortIn: readonly Statement[]

  constructor(db: Database.Database) {
    this.#until = db.prepare<unknown[], number>(UNTIL).pluck()
    this.#setUntil = db.prepare(`UPDATE meta SET value = ? WHERE name = 'indexed_events'`)
    this.#sortIn = OWNERS.map((owner) => {
      const waiting = `FROM events NOT INDEXED WHERE seq > ? AND ${owner} IS NOT NULL`
      return db.prepare(`INSERT INTO "events.of_${owner}" SELECT ${owner}, seq, type ${waiting} ORDER BY ${owner}, seq`)
    })
  }

  /** The last event that is sorted in. */
  until(): number {
    return this.#until.get() ?? 0
  }

  /** Sorts in what waits, once there is enough of it. */
  keepUp(last: number): void {
    const until = this.until()
    if (last - until < WAITING) return
    for (const sortIn of this.#sortIn) sortIn.run(until)
    this.#setUntil.run(String(last))
  }
}

/** Events that are in the index and should not be, or the other way round; each may come twice. */
export function* misindexedEvents(db: Database.Database): Generator<number> {
  for (const owner of OWNERS) {
    const sorted = `SELECT owner, seq, type FROM "events.of_${owner}"`
    const told = `SELECT ${owner}, seq, type FROM events WHERE ${owner} IS NOT NULL AND seq <= (${UNTIL})`
    const differ = (one: string, other: string) => `SELECT seq FROM (${one} EXCEPT ${other})`
    yield* db
      .prepare<[], number>(`${differ(sorted, told)} UNION ${differ(told, sorted)}`)
      .pluck()
      .iterate()
  }
}
