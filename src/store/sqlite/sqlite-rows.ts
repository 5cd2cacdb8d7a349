import type Database from 'better-sqlite3'
import type { AnyRow, Brief, Query, Searchable, Seen, Table, Tables, Versioned } from '../../engine/ports.ts'
import { deepFreeze } from '../../policy/deep-freeze.ts'
import type { Apart } from '../apart.ts'
import { checkQuery } from '../check-query.ts'
import type { Carrier, EncodedRow, EncodedWrite } from '../encode-write.ts'
import { SHAPES, type TableShape } from '../table-shape.ts'
import { versionConflict } from '../version-conflict.ts'
import { AT_MOST } from './at-most.ts'
import { Carried, carriedAt, type Fields, fieldsIn } from './carried.ts'
import { HalfWritten } from './half-written.ts'
import { type Known, KnownRows } from './known-rows.ts'
import { type Found, type PlacedRow, RowTable } from './row-table.ts'
import { isTaken } from './sqlite-error.ts'

/** What is known of an id that no row has. */
const NONE: Known = {
  version: 0,
  columns: [],
  size: 0,
  apart: 0,
  row: () => {
    throw new Error('There is no such row.')
  },
}

/** Nobody has looked how large what is apart of a row is, so the row is not kept at hand. */
const UNREAD = Number.POSITIVE_INFINITY

/** State rows in SQLite. */
export class SqliteRows {
  readonly #apart: Apart
  readonly #tables: ReadonlyMap<Table, RowTable>
  readonly #known: KnownRows
  readonly #carried: Carried
  readonly #oldestAnswers: Database.Statement<[number], { readonly id: string; readonly at: string | null }>
  readonly #forgetAnswer: Database.Statement<[string]>

  constructor(db: Database.Database, apart: Apart) {
    this.#apart = apart
    this.#known = new KnownRows(db)
    this.#carried = new Carried(db)
    this.#oldestAnswers = db.prepare(`SELECT id, body ->> '$.at' AS at FROM kept_answers ORDER BY number ${AT_MOST}`)
    this.#forgetAnswer = db.prepare('DELETE FROM kept_answers WHERE id = ?')
    this.#tables = new Map([...SHAPES].map(([name, shape]) => [name, new RowTable(db, shape)]))
  }

  get<Name extends Table>(table: Name, id: string): Versioned<Tables[Name]> | undefined {
    // Half a character would be bound as U+FFFD, and could find somebody else's row.
    if (!id.isWellFormed()) return undefined
    const known = this.#known.get(table, id) ?? this.#read(table, id)
    return known.version === 0 ? undefined : { id, version: known.version, row: known.row() as Tables[Name] }
  }

  find<Name extends Table>(query: Query<Name>): readonly Versioned<Tables[Name]>[] {
    const found = this.#table(query.table).find(checkQuery(query))
    return found.map((row) => this.#decode(query.table, row))
  }

  /** What is at hand is given whole, because it is small; otherwise nothing that is kept apart is read. */
  getBrief<Name extends Table>(table: Name, id: string): Versioned<Brief<Name>> | undefined {
    if (!id.isWellFormed()) return undefined
    const { version, row } = this.#known.get(table, id) ?? this.#glance(table, id)
    return version === 0 ? undefined : { id, version, row: row() as unknown as Brief<Name> }
  }

  findBrief<Name extends Table>(query: Query<Name>): readonly Versioned<Brief<Name>>[] {
    const found = this.#table(query.table).findBrief(checkQuery(query))
    return found.map(([id, version, body]) => ({ id, version, row: JSON.parse(body) }))
  }

  /** Somebody begins to read. */
  look(): void {
    this.#known.look()
  }

  /** A transaction begins. */
  begin(): void {
    this.#known.begin()
  }

  committed(): void {
    this.#known.committed()
  }

  /**
   * Checks everything that was seen, then writes. What throws `version_conflict` has written nothing; an insert that
   * finds its place taken throws `HalfWritten`, unless `careful` has looked before. `after` is the event before its own.
   */
  write({ seen, rows, events }: EncodedWrite, { careful, after }: { careful: boolean; after: number }): void {
    for (const item of seen) {
      if (this.#inside(item).version !== item.version) throw versionConflict(item)
    }
    const stored = rows.map((row) => this.#check(row, careful))
    for (const [at, row] of rows.entries()) this.#put(placed(row, events, after), stored[at] as Known)
  }

  /** Rows are numbered as they come, so the oldest are found without an index; the first that is young enough ends it. */
  forgetAnswers(before: Date, limit: number): number {
    const oldest = this.#oldestAnswers.all(limit)
    const young = oldest.findIndex(({ at }) => at !== null && at >= before.toISOString())
    const old = young === -1 ? oldest : oldest.slice(0, young)
    for (const { id } of old) {
      this.#forgetAnswer.run(id)
      this.#known.write('kept_answers', id, NONE)
    }
    return old.length
  }

  #decode<Name extends Table>(table: Name, [id, version, body, apart]: Found): Versioned<Tables[Name]> {
    const fields = apart === null ? null : this.#carried.read(apart).fields
    return { id, version, row: this.#apart.join({ shape: shapeOf(table), id }, body, fields) }
  }

  #read(table: Table, id: string): Known {
    const found = this.#table(table).get(id)
    const known = found === undefined ? NONE : this.#asFound(table, found)
    this.#known.keep(table, id, known)
    return known
  }

  /** As much of a row as has to be known to write over it. */
  #glance(table: Table, id: string): Known {
    const shape = shapeOf(table)
    if (shape.seldom.length === 0) return this.#read(table, id)
    const found = this.#table(table).getBrief(id)
    if (found === undefined) return NONE
    const [, version, body] = found
    const row = JSON.parse(body)
    return { version, columns: columnsOf(shape, row), size: body.length, apart: UNREAD, row: () => row }
  }

  #asFound(table: Table, [id, version, body, apart]: Found): Known {
    const shape = shapeOf(table)
    const read = apart === null ? null : this.#carried.read(apart)
    const row = deepFreeze(this.#apart.join<AnyRow>({ shape, id }, body, read?.fields ?? null))
    return { version, columns: columnsOf(shape, row), size: body.length, apart: read?.size ?? 0, row: () => row }
  }

  #check(row: EncodedRow, careful: boolean): Known {
    if (careful && this.#table(row.table).isTaken(row)) throw versionConflict(row)
    // An insert looks for itself; only after it was seen to fail is it worth to look before.
    if (row.version === 0 && !careful) return NONE
    const stored = this.#inside(row)
    if (stored.version !== row.version) throw versionConflict(row)
    return stored
  }

  #put(row: CarriedRow, stored: Known): void {
    const table = this.#table(row.table)
    try {
      if (stored.version === 0) table.insert(row)
      else table.update(row, stored.columns)
    } catch (error) {
      throw isTaken(error) ? new HalfWritten(versionConflict(row)) : error
    }
    this.#known.write(row.table, row.id, this.#asWritten(row, stored))
  }

  #asWritten({ shape, id, version, columns, body, apart, carriedBy }: CarriedRow, stored: Known): Known {
    const text = carriedBy?.data ?? apart
    const kept = text === null && shape.seldom.length > 0 ? stored.row() : null
    // Put together as it is when it is read: whoever compares what they were told last time also compares the order of the keys.
    const fields = () =>
      carriedBy === undefined ? (fieldsOf(apart) ?? (kept as Fields | null)) : fieldsIn(carriedBy.data, carriedBy.field)
    const make = (): AnyRow => this.#apart.join<AnyRow>({ shape, id }, body, fields())
    const size = { size: body.length, apart: text?.length ?? stored.apart }
    return { version: version + 1, columns, ...size, row: once(() => deepFreeze(make())) }
  }

  #inside({ table, id }: Pick<Seen, 'table' | 'id'>): Known {
    return this.#known.inside(table, id) ?? this.#glance(table, id)
  }

  #table(name: Table): RowTable {
    const table = this.#tables.get(name)
    if (table === undefined) throw new TypeError(`There is no table ${name}.`)
    return table
  }
}

/** A row to write, and the event that has all of it, where one has. */
interface CarriedRow extends PlacedRow {
  readonly carriedBy: CarriedBy | undefined
}

interface CarriedBy {
  readonly data: string
  readonly field: string
}

/** Where an event of the write has all of the row, only the place is kept. */
function placed(row: EncodedRow, events: EncodedWrite['events'], after: number): CarriedRow {
  const { carrier } = row
  const data = carrier && events[carrier.event]?.data
  if (data === undefined) return { ...row, carried: null, carriedBy: undefined }
  const { event, field } = carrier as Carrier
  return { ...row, carried: carriedAt(after + 1 + event, field), carriedBy: { data, field } }
}

function fieldsOf(apart: string | null): Fields | null {
  return apart === null ? null : JSON.parse(apart)
}

/** Most rows that are written are not read again, so they are made when somebody asks; the texts are let go then. */
function once(make: () => AnyRow): () => AnyRow {
  let maker: (() => AnyRow) | undefined = make
  let made: AnyRow | undefined
  return () => {
    if (maker !== undefined) made = maker()
    maker = undefined
    return made as AnyRow
  }
}

function columnsOf({ read }: TableShape, row: AnyRow): readonly Searchable[] {
  return read.map((columnOf) => columnOf(row as never))
}

function shapeOf(table: Table): TableShape {
  return SHAPES.get(table) as TableShape
}
