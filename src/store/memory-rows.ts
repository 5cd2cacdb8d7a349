import type { Brief, Query, Searchable, Seen, Table, Tables, Versioned } from '../engine/ports.ts'
import type { Apart } from './apart.ts'
import { type CheckedQuery, checkQuery } from './check-query.ts'
import { compareSearchable } from './compare-searchable.ts'
import type { EncodedRow, EncodedWrite } from './encode-write.ts'
import { TABLE_NAMES } from './table-shape.ts'
import { versionConflict } from './version-conflict.ts'

/** State rows in maps, searched as an index would. */
export class MemoryRows {
  readonly #apart: Apart
  readonly #tables = new Map<Table, Map<string, EncodedRow>>(TABLE_NAMES.map((name) => [name, new Map()]))

  constructor(apart: Apart) {
    this.#apart = apart
  }

  get<Name extends Table>(table: Name, id: string): Versioned<Tables[Name]> | undefined {
    const row = this.#table(table).get(id)
    return row === undefined ? undefined : this.#decode(row)
  }

  find<Name extends Table>(query: Query<Name>): readonly Versioned<Tables[Name]>[] {
    return this.#found(query).map((row) => this.#decode(row))
  }

  getBrief<Name extends Table>(table: Name, id: string): Versioned<Brief<Name>> | undefined {
    const row = this.#table(table).get(id)
    return row === undefined ? undefined : this.#decode({ ...row, apart: null })
  }

  findBrief<Name extends Table>(query: Query<Name>): readonly Versioned<Brief<Name>>[] {
    return this.#found(query).map((row) => this.#decode({ ...row, apart: null }))
  }

  /** Throws `version_conflict` before anything is changed. */
  check({ seen, rows }: EncodedWrite): void {
    for (const item of [...seen, ...rows]) {
      if (this.#version(item) !== item.version) throw versionConflict(item)
    }
    for (const [at, row] of rows.entries()) {
      if (!row.shape.indexes.some(({ unique }) => unique)) continue
      const others = [...this.#table(row.table).values(), ...rows.slice(0, at)]
      if (others.some((other) => collide(row, other))) throw versionConflict(row)
    }
  }

  put(rows: readonly EncodedRow[]): void {
    for (const row of rows) {
      const table = this.#table(row.table)
      const apart = row.apart ?? table.get(row.id)?.apart ?? null
      table.set(row.id, { ...row, apart, version: row.version + 1 })
    }
  }

  /** The oldest come first in a map. */
  forgetAnswers(before: Date, limit: number): number {
    const answers = this.#table('kept_answers')
    let count = 0
    for (const [id, row] of answers) {
      const { at } = this.#decode<Tables['kept_answers']>(row).row
      if (count === limit || at >= before.toISOString()) break
      answers.delete(id)
      count += 1
    }
    return count
  }

  #found<Name extends Table>(query: Query<Name>): readonly EncodedRow[] {
    const checked = checkQuery(query)
    const order = checked.newestFirst ? -1 : 1
    return [...this.#table(query.table).values()]
      .filter((row) => isAsked(row, checked))
      .sort((a, b) => order * comparePlaces(placeOf(a, checked), placeOf(b, checked)))
      .slice(0, checked.limit)
  }

  #decode<Row>(row: EncodedRow): Versioned<Row> {
    return {
      id: row.id,
      version: row.version,
      row: this.#apart.join(row, row.body, row.apart === null ? null : JSON.parse(row.apart)),
    }
  }

  #version({ table, id }: Seen): number {
    return this.#table(table).get(id)?.version ?? 0
  }

  #table(name: Table): Map<string, EncodedRow> {
    return this.#tables.get(name) ?? new Map()
  }
}

/** Whether two rows claim the same place in a unique index. */
function collide(row: EncodedRow, other: EncodedRow): boolean {
  if (row.table !== other.table || row.id === other.id) return false
  return row.shape.indexes.some(
    ({ unique, columns }) =>
      unique &&
      row.columns[columns[0] as number] !== null &&
      columns.every((at) => row.columns[at] === other.columns[at]),
  )
}

function isAsked(row: EncodedRow, query: CheckedQuery): boolean {
  const { index, equals, after, until, newestFirst } = query
  const values = index.columns.map((at) => row.columns[at] ?? null)
  if (values[0] === null || !equals.every((value, at) => values[at] === value)) return false
  if (index.unique) return true

  const place = placeOf(row, query)
  if (until !== undefined && compareSearchable(place.value, until) > 0) return false
  if (after === undefined) return true
  const behind = comparePlaces(place, after)
  return newestFirst ? behind < 0 : behind > 0
}

interface Place {
  readonly value: Searchable
  readonly id: string
}

function placeOf(row: EncodedRow, { index }: CheckedQuery): Place {
  return { value: row.columns[index.columns.at(-1) as number] ?? null, id: row.id }
}

function comparePlaces(a: Place, b: Place): number {
  return compareSearchable(a.value, b.value) || compareSearchable(a.id, b.id)
}
