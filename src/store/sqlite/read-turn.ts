import type Database from 'better-sqlite3'

/** How old a look may be that another read shares: work that blocks the event loop keeps its turn from ending. */
const SHARED_MS = 5

/** The looks that are open in this process, whichever store they look at. */
const open = new Set<ReadTurn>()

/** After a commit nobody in this process looks at what was before it: whoever heard of the commit has to see it. */
export function endEveryLook(): void {
  for (const turn of open) turn.end()
}

/**
 * Reads of one turn of the event loop share one look at the database. SQLite takes and gives back file locks around every
 * statement of its own, which cost more than most of our reads; and a command that reads several rows sees them all at one moment.
 */
export class ReadTurn {
  readonly #db: Database.Database
  readonly #begin: Database.Statement
  readonly #end: Database.Statement
  #isOpen = false
  #since = 0

  constructor(db: Database.Database) {
    this.#db = db
    this.#begin = db.prepare('BEGIN')
    this.#end = db.prepare('COMMIT')
  }

  /** Begins the look, and says so; false when this turn has a fresh one already. */
  begin(): boolean {
    const now = performance.now()
    if (this.#isOpen && this.#db.inTransaction && now - this.#since < SHARED_MS) return false
    this.end()
    this.#begin.run()
    this.#isOpen = true
    open.add(this)
    this.#since = now
    setImmediate(() => this.end())
    return true
  }

  /** Whoever writes, or closes, ends the look first. */
  end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    open.delete(this)
    // After some errors SQLite has ended it by itself.
    if (this.#db.inTransaction) this.#end.run()
  }
}
