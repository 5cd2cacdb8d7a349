import Database from 'better-sqlite3'
import type { Apply, Brief, StoredEvent, Table } from '../../engine/ports.ts'

/** A row as the log makes it, and how often it was written. */
export interface Folded {
  readonly row: unknown
  readonly version: number
}

interface Stored {
  readonly body: string
  readonly version: number
  /** The link whose commit wrote it last. */
  readonly link: number
}

/** The rows that a log makes when it is read from its beginning. They lie in a file without a name, so memory stays flat. */
export class FoldedRows {
  readonly #apply: Apply
  readonly #db = new Database('')
  readonly #get: Database.Statement<[string, string], Stored>
  readonly #put: Database.Statement<[string, string, string, number, number]>
  readonly #take: Database.Statement<[string, string], Stored>

  constructor(apply: Apply) {
    this.#apply = apply
    this.#db.pragma('journal_mode = OFF')
    this.#db.pragma('synchronous = OFF')
    this.#db.exec(`CREATE TABLE rows ("table" TEXT, id TEXT, body TEXT, version INTEGER, link INTEGER,
      PRIMARY KEY ("table", id)) STRICT; BEGIN`)
    const where = 'WHERE "table" = ? AND id = ?'
    this.#get = this.#db.prepare(`SELECT body, version, link FROM rows ${where}`)
    this.#put = this.#db.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?, ?)')
    this.#take = this.#db.prepare(`DELETE FROM rows ${where} RETURNING body, version, link`)
  }

  /**
   * Throws when the event can't have happened to these rows. A commit writes a row once, whatever happens to it therein, so
   * versions count links.
   */
  add(event: StoredEvent, link: number): void {
    const look = <Name extends Table>(table: Name, id: string) => {
      const stored = this.#get.get(table, id)
      return stored === undefined ? undefined : (JSON.parse(stored.body) as Brief<Name>)
    }
    for (const { table, id, row } of this.#apply(look, event)) {
      const before = this.#get.get(table, id)
      // A policy never changes under its digest.
      if (table === 'policies' && before !== undefined) continue
      const version = before?.link === link ? before.version : (before?.version ?? 0) + 1
      this.#put.run(table, id, JSON.stringify(row), version, link)
    }
  }

  /** Hands a row out, once. */
  take(table: Table, id: string): Folded | undefined {
    const stored = this.#take.get(table, id)
    return stored === undefined ? undefined : { row: JSON.parse(stored.body), version: stored.version }
  }

  /** Rows that nobody has taken. */
  left(): IterableIterator<{ readonly table: Table; readonly id: string }> {
    return this.#db.prepare<[], { table: Table; id: string }>('SELECT "table", id FROM rows').iterate()
  }

  close(): void {
    this.#db.close()
  }
}
