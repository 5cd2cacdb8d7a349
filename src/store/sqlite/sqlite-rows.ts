import type Database from 'better-sqlite3'
import type { Query, Searchable, Seen, Table, Tables, Versioned } from '../../engine/ports.ts'
import { deepFreeze } from '../../policy/deep-freeze.ts'
import type { Apart } from '../apart.ts'
import { checkQuery } from '../check-query.ts'
import type { EncodedRow, EncodedWrite } from '../encode-write.ts'
import { SHAPES, type TableShape } from '../table-shape.ts'
import { versionConflict } from '../version-conflict.ts'
import { HalfWritten } from './half-written.ts'
import { type Found, RowTable } from './row-table.ts'
import { isTaken } from './sqlite-error.ts'

const KEPT_POLICIES = 1000

/** State rows in SQLite. */
export class SqliteRows {
  readonly #apart: Apart
  readonly #tables: ReadonlyMap<Table, RowTable>
  /** Policies never change under their digest, and every gate wants some. */
  readonly #policies = new Map<string, Versioned<Tables['policies']>>()
  /** What this transaction knows of versions: many writes of a batch look at the same few rows. */
  readonly #versions = new Map<string, number>()

  constructor(db: Database.Database, apart: Apart) {
    this.#apart = apart
    this.#tables = new Map([...SHAPES].map(([name, shape]) => [name, new RowTable(db, shape)]))
  }

  get<Name extends Table>(table: Name, id: string): Versioned<Tables[Name]> | undefined {
    // Half a character would be bound as U+FFFD, and could find somebody else's row.
    if (!id.isWellFormed()) return undefined
    if (table === 'policies') return this.#policy(id) as Versioned<Tables[Name]> | undefined
    const found = this.#table(table).get(id)
    return found === undefined ? undefined : this.#decode(table, found)
  }

  find<Name extends Table>(query: Query<Name>): readonly Versioned<Tables[Name]>[] {
    const found = this.#table(query.table).find(checkQuery(query))
    return found.map((row) => this.#decode(query.table, row))
  }

  /** Versions are known for one transaction only. */
  begin(): void {
    this.#versions.clear()
  }

  /**
   * Checks everything that was seen, then writes. What throws `version_conflict` has written nothing; an insert that
   * finds its place taken throws `HalfWritten`, unless `careful` has looked before.
   */
  write({ seen, rows }: EncodedWrite, careful: boolean): void {
    for (const item of seen) {
      if (this.#version(item) !== item.version) throw versionConflict(item)
    }
    const stored = rows.map((row) => this.#check(row, careful))
    for (const [at, row] of rows.entries()) this.#put(row, stored[at])
  }

  #decode<Name extends Table>(table: Name, [id, version, body, apart]: Found): Versioned<Tables[Name]> {
    const shape = SHAPES.get(table) as TableShape
    return { id, version, row: this.#apart.join({ shape, id }, { body, apart }) }
  }

  #check(row: EncodedRow, careful: boolean): readonly Searchable[] | undefined {
    const table = this.#table(row.table)
    if (careful && row.version === 0 && table.version(row.id) !== 0) throw versionConflict(row)
    if (careful && table.isTaken(row)) throw versionConflict(row)
    if (row.version === 0) return undefined

    const stored = table.columnsOf(row)
    if (stored === undefined) throw versionConflict(row)
    return stored
  }

  #put(row: EncodedRow, stored: readonly Searchable[] | undefined): void {
    const table = this.#table(row.table)
    try {
      if (stored === undefined) table.insert(row)
      else table.update(row, stored)
    } catch (error) {
      throw isTaken(error) ? new HalfWritten(versionConflict(row)) : error
    }
    if (this.#versions.size > 0) this.#versions.delete(placeOf(row))
  }

  #version(item: Seen): number {
    const place = placeOf(item)
    const known = this.#versions.get(place)
    if (known !== undefined) return known
    const version = this.#table(item.table).version(item.id)
    this.#versions.set(place, version)
    return version
  }

  #policy(id: string): Versioned<Tables['policies']> | undefined {
    const kept = this.#policies.get(id)
    if (kept !== undefined) return kept
    const found = this.#table('policies').get(id)
    if (found === undefined) return undefined

    const policy = { id, version: found[1], row: deepFreeze<Tables['policies']>(JSON.parse(found[2])) }
    const oldest = this.#policies.keys().next()
    if (this.#policies.size >= KEPT_POLICIES && !oldest.done) this.#policies.delete(oldest.value)
    this.#policies.set(id, policy)
    return policy
  }

  #table(name: Table): RowTable {
    const table = this.#tables.get(name)
    if (table === undefined) throw new TypeError(`There is no table ${name}.`)
    return table
  }
}

function placeOf({ table, id }: Pick<Seen, 'table' | 'id'>): string {
  return `${table}/${id}`
}
