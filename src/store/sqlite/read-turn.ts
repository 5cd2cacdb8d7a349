import type Database from 'better-sqlite3'

/**
 * Reads of one turn of the event loop share one look at the database. SQLite takes and gives back file locks around every
 * statement of its own, which cost more than most of our reads; and a command that reads several rows sees them all at one moment.
 */
export class ReadTurn {
  readonly #begin: Database.Statement
  readonly #end: Database.Statement
  #isOpen = false

  constructor(db: Database.Database) {
    this.#begin = db.prepare('BEGIN')
    this.#end = db.prepare('COMMIT')
  }

  /** Begins the look, unless this turn has one already. */
  begin(): void {
    if (this.#isOpen) return
    this.#begin.run()
    this.#isOpen = true
    setImmediate(() => this.end())
  }

  /** Whoever writes, or closes, ends the look first. */
  end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#end.run()
  }
}
