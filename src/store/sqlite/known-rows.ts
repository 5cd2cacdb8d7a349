import type Database from 'better-sqlite3'
import type { AnyRow, Searchable, Table } from '../../engine/ports.ts'
import { TABLE_NAMES } from '../table-shape.ts'

/** What stands in the file under an id. */
export interface Known {
  /** 0 says that there is no such row. */
  readonly version: number
  /** Frozen, because everybody who reads it is given the same one. */
  readonly row: () => AnyRow
  /** The values that the row is searched by. */
  readonly columns: readonly Searchable[]
  /** How many characters it takes, and those of its fields that are kept apart, wherever they stand. */
  readonly size: number
  readonly apart: number
}

/** Of one generation. More would be copied again and again by the collector of memory, and seldom be asked for. */
const MOST_ROWS = 1000
const MOST_CHARACTERS = 8 * 1024 * 1024
/** Larger rows are read each time: a few of them would push out all others. */
const MOST_OF_ONE = 128 * 1024
/** Policies never change under their digest, and every gate wants some. */
const CHANGEABLE: readonly Table[] = TABLE_NAMES.filter((name) => name !== 'policies')

/**
 * Rows as this connection last read or wrote them. They are true for as long as no other connection has committed, and SQLite
 * tells when one has. A command reads a dozen rows, most of which the one before it has read or written just now. When a
 * generation is full, the one before it goes, with all that nobody has asked for since.
 */
export class KnownRows {
  readonly #dataVersion: Database.Statement<unknown[], number>
  #young = new Generation()
  #old = new Generation()
  /** What the open transaction has written; true once it is committed. */
  readonly #written = byTable()
  #seen: number | undefined

  constructor(db: Database.Database) {
    this.#dataVersion = db.prepare<unknown[], number>('PRAGMA data_version').pluck()
  }

  /** To be called where a look at the file begins: forgets everything when somebody else has written since the last one. */
  look(): void {
    const version = this.#dataVersion.get()
    if (version !== this.#seen) this.#forget()
    this.#seen = version
  }

  get(table: Table, id: string): Known | undefined {
    const young = this.#young.get(table, id)
    if (young !== undefined) return young
    const old = this.#old.get(table, id)
    if (old !== undefined) this.keep(table, id, old)
    return old
  }

  keep(table: Table, id: string, known: Known): void {
    if (known.version === 0 && !CHANGEABLE.includes(table)) return
    this.#young.drop(table, id)
    this.#old.drop(table, id)
    const size = sizeOf(known)
    if (size > MOST_OF_ONE) return
    if (!this.#young.hasRoomFor(size)) {
      this.#old = this.#young
      this.#young = new Generation()
    }
    this.#young.add(table, id, known)
  }

  /** As it stands inside the open transaction. */
  inside(table: Table, id: string): Known | undefined {
    return this.#written[table].get(id) ?? this.get(table, id)
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

  #forget(): void {
    this.#young.forget(CHANGEABLE)
    this.#old.forget(CHANGEABLE)
  }
}

/** Rows that were last asked for at about the same time. */
class Generation {
  readonly #rows = byTable()
  #count = 0
  #size = 0

  get(table: Table, id: string): Known | undefined {
    return this.#rows[table].get(id)
  }

  hasRoomFor(size: number): boolean {
    return this.#count < MOST_ROWS && this.#size + size <= MOST_CHARACTERS
  }

  add(table: Table, id: string, known: Known): void {
    this.#rows[table].set(id, known)
    this.#count++
    this.#size += sizeOf(known)
  }

  drop(table: Table, id: string): void {
    const known = this.#rows[table].get(id)
    if (known === undefined) return
    this.#rows[table].delete(id)
    this.#count--
    this.#size -= sizeOf(known)
  }

  forget(tables: readonly Table[]): void {
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
