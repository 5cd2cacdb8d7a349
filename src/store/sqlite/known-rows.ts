import type Database from 'better-sqlite3'
import type { Searchable, Table, Tables } from '../../engine/ports.ts'
import { TABLE_NAMES } from '../table-shape.ts'

/** What stands in the file under an id. */
export interface Known {
  /** 0 says that there is no such row. */
  readonly version: number
  /** Frozen, because everybody who reads it is given the same one. */
  readonly row: () => Tables[Table]
  /** The values that the row is searched by. */
  readonly columns: readonly Searchable[]
  /** How many characters it takes, and those of its fields that are kept apart, wherever they stand. */
  readonly size: number
  readonly apart: number
}

const MOST_ROWS = 20_000
const MOST_CHARACTERS = 16 * 1024 * 1024
/** Larger rows are read each time: a few of them would push out all others. */
const MOST_OF_ONE = 128 * 1024
/** Policies never change under their digest, and every gate wants some. */
const CHANGEABLE: readonly Table[] = TABLE_NAMES.filter((name) => name !== 'policies')

/**
 * Rows as this connection last read or wrote them. They are true for as long as no other connection has committed, and SQLite
 * tells when one has. A command reads a dozen rows, most of which the one before it has read or written just now.
 */
export class KnownRows {
  readonly #dataVersion: Database.Statement<unknown[], number>
  readonly #rows = byTable()
  /** What the open transaction has written; true once it is committed. */
  readonly #written = byTable()
  #seen: number | undefined
  #count = 0
  #size = 0

  constructor(db: Database.Database) {
    this.#dataVersion = db.prepare<unknown[], number>('PRAGMA data_version').pluck()
  }

  /** To be called where a look at the file begins: forgets everything when somebody else has written since the last one. */
  look(): void {
    const version = this.#dataVersion.get()
    if (version !== this.#seen) this.#forget(CHANGEABLE)
    this.#seen = version
  }

  get(table: Table, id: string): Known | undefined {
    return this.#rows[table].get(id)
  }

  keep(table: Table, id: string, known: Known): void {
    if (known.version === 0 && !CHANGEABLE.includes(table)) return
    this.#drop(table, id)
    const size = sizeOf(known)
    if (size > MOST_OF_ONE) return
    if (this.#count >= MOST_ROWS || this.#size + size > MOST_CHARACTERS) this.#forget(TABLE_NAMES)
    this.#rows[table].set(id, known)
    this.#count++
    this.#size += size
  }

  /** As it stands inside the open transaction. */
  inside(table: Table, id: string): Known | undefined {
    return this.#written[table].get(id) ?? this.#rows[table].get(id)
  }

  write(table: Table, id: string, known: Known): void {
    this.#written[table].set(id, known)
  }

  /** A transaction begins: what an earlier one wrote and did not commit was never true. */
  begin(): void {
    for (const table of TABLE_NAMES) if (this.#written[table].size > 0) this.#written[table].clear()
    this.look()
  }

  committed(): void {
    for (const table of TABLE_NAMES) {
      for (const [id, known] of this.#written[table]) this.keep(table, id, known)
      this.#written[table].clear()
    }
  }

  #drop(table: Table, id: string): void {
    const known = this.#rows[table].get(id)
    if (known === undefined) return
    this.#rows[table].delete(id)
    this.#count--
    this.#size -= sizeOf(known)
  }

  #forget(tables: readonly Table[]): void {
    for (const table of tables) {
      const rows = this.#rows[table]
      if (rows.size === 0) continue
      for (const known of rows.values()) this.#size -= sizeOf(known)
      this.#count -= rows.size
      rows.clear()
    }
  }
}

function sizeOf({ size, apart }: Known): number {
  return size + apart
}

function byTable(): Readonly<Record<Table, Map<string, Known>>> {
  return Object.fromEntries(TABLE_NAMES.map((name) => [name, new Map()])) as Record<Table, Map<string, Known>>
}
