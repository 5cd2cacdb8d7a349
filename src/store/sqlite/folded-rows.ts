import Database from 'better-sqlite3'
import type { Apply, StoredEvent, Table, Tables } from '../../engine/ports.ts'

/** The rows that a log makes when it is read from its beginning. They lie in a file without a name, so memory stays flat. */
export class FoldedRows {
  readonly #apply: Apply
  readonly #db = new Database('')
  readonly #get: Database.Statement<[string, string], string>
  readonly #put: Database.Statement<[string, string, string]>
  readonly #take: Database.Statement<[string, string], string>

  constructor(apply: Apply) {
    this.#apply = apply
    this.#db.pragma('journal_mode = OFF')
    this.#db.pragma('synchronous = OFF')
    this.#db.exec('CREATE TABLE rows ("table" TEXT, id TEXT, body TEXT, PRIMARY KEY ("table", id)) STRICT; BEGIN')
    const where = 'WHERE "table" = ? AND id = ?'
    this.#get = this.#db.prepare<[string, string], string>(`SELECT body FROM rows ${where}`).pluck()
    this.#put = this.#db.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?, ?)')
    this.#take = this.#db.prepare<[string, string], string>(`DELETE FROM rows ${where} RETURNING body`).pluck()
  }

  /** Throws when the event can't have happened to these rows. */
  add(event: StoredEvent): void {
    const look = <Name extends Table>(table: Name, id: string) => parsed<Tables[Name]>(this.#get.get(table, id))
    for (const { table, id, row } of this.#apply(look, event)) {
      // A policy never changes under its digest.
      if (table === 'policies' && look(table, id) !== undefined) continue
      this.#put.run(table, id, JSON.stringify(row))
    }
  }

  /** Hands a row out, once. */
  take(table: Table, id: string): unknown {
    return parsed(this.#take.get(table, id))
  }

  /** A row that nobody has taken. */
  first(): { readonly table: Table; readonly id: string } | undefined {
    return this.#db.prepare<[], { table: Table; id: string }>('SELECT "table", id FROM rows LIMIT 1').get()
  }

  close(): void {
    this.#db.close()
  }
}

function parsed<Row>(body: string | undefined): Row | undefined {
  return body === undefined ? undefined : JSON.parse(body)
}
