import type Database from 'better-sqlite3'
import type { Searchable } from '../../engine/ports.ts'
import type { CheckedQuery } from '../check-query.ts'
import type { EncodedRow } from '../encode-write.ts'
import type { IndexShape, TableShape } from '../table-shape.ts'
import { AT_MOST } from './at-most.ts'

type Statement<Result = unknown> = Database.Statement<unknown[], Result>
/** A row to write, and the place in the log that has all of it, where one has. */
export interface PlacedRow extends EncodedRow {
  readonly carried: string | null
}

/** A row as it is read. */
export type Found = [id: string, version: number, body: string, apart: string | null]

/** What makes a row in brief. */
const BRIEF = 'id, version, body, NULL'

/** The prepared statements of one table of rows. */
export class RowTable {
  readonly #db: Database.Database
  readonly #shape: TableShape
  readonly #get: Statement<Found>
  readonly #getBrief: Statement<Found>
  readonly #insert: Statement
  readonly #putApart: Statement | undefined
  readonly #dropCarried: Statement | undefined
  readonly #unique: readonly { readonly index: IndexShape; readonly owner: Statement<string> }[]
  readonly #updates = new Map<number, Statement>()
  readonly #finds = new Map<string, Statement<Found>>()

  constructor(db: Database.Database, shape: TableShape) {
    const { name, columns } = shape
    this.#db = db
    this.#shape = shape
    const get = (row: string) => prepare<Found>(db, `SELECT ${row} FROM "${name}" AS row WHERE id = ?`).raw()
    this.#get = get(this.#row())
    this.#getBrief = get(BRIEF)
    const hasApart = shape.seldom.length > 0
    const written = ['id', 'version', ...columns, ...(hasApart ? ['carried'] : []), 'body']
    this.#insert = prepare(
      db,
      `INSERT INTO "${name}" (${written.map(quote).join(', ')}) VALUES (${written.map(() => '?').join(', ')})`,
    )
    if (hasApart) {
      const number = `(SELECT number FROM "${name}" WHERE id = ?)`
      this.#putApart = prepare(db, `INSERT OR REPLACE INTO "${name}.apart" (body, number) VALUES (?, ${number})`)
      this.#dropCarried = prepare(db, `UPDATE "${name}" SET carried = NULL WHERE id = ? AND carried IS NOT NULL`)
    }
    this.#unique = shape.indexes
      .filter(({ unique }) => unique)
      .map((index) => ({ index, owner: prepare<string>(db, this.#ownerSql(index)).pluck() }))
  }

  get(id: string): Found | undefined {
    return this.#get.get(id)
  }

  getBrief(id: string): Found | undefined {
    return this.#getBrief.get(id)
  }

  /** Whether another row already has the row's place in a unique index. */
  isTaken({ id, columns }: EncodedRow): boolean {
    return this.#unique.some(({ index, owner }) => {
      const values = index.columns.map((at) => columns[at])
      const other = values[0] === null ? undefined : owner.get(values)
      return other !== undefined && other !== id
    })
  }

  insert({ id, version, columns, body, apart, carried }: PlacedRow): void {
    const place = this.#putApart === undefined ? [] : [carried]
    this.#insert.run([id, version + 1, ...columns, ...place, body])
    if (apart !== null) this.#putApart?.run(apart, id)
  }

  /** Writes only the columns that differ, because each one that is named costs a change of its indexes. */
  update({ id, version, columns, body, apart }: EncodedRow, stored: readonly Searchable[]): void {
    let changed = 0
    const values: unknown[] = [version + 1, body]
    for (let at = 0; at < columns.length; at++) {
      if (columns[at] === stored[at]) continue
      changed |= 1 << at
      values.push(columns[at])
    }
    values.push(id)
    this.#update(changed).run(values)
    if (apart === null) return
    this.#putApart?.run(apart, id)
    this.#dropCarried?.run(id)
  }

  find(query: CheckedQuery): readonly Found[] {
    return this.#find(query, this.#row())
  }

  findBrief(query: CheckedQuery): readonly Found[] {
    return this.#find(query, BRIEF)
  }

  #find({ index, equals, after, until, newestFirst, limit }: CheckedQuery, row: string): readonly Found[] {
    const key = `${row === BRIEF} ${index.name} ${newestFirst} ${after !== undefined} ${until !== undefined}`
    let statement = this.#finds.get(key)
    if (statement === undefined) {
      statement = prepare<Found>(this.#db, this.#findSql({ index, after, until, newestFirst }, row)).raw()
      this.#finds.set(key, statement)
    }
    const values: Searchable[] = [...equals]
    if (!index.unique && until !== undefined) values.push(until)
    if (!index.unique && after !== undefined) values.push(after.value, after.id)
    return statement.all([...values, limit])
  }

  #update(changed: number): Statement {
    const made = this.#updates.get(changed)
    if (made !== undefined) return made
    const columns = this.#shape.columns.filter((_, at) => (changed & (1 << at)) !== 0)
    const sets = ['version', 'body', ...columns].map((column) => `${quote(column)} = ?`)
    const statement = prepare(this.#db, `UPDATE "${this.#shape.name}" SET ${sets.join(', ')} WHERE id = ?`)
    this.#updates.set(changed, statement)
    return statement
  }

  /** What makes a whole row; what is apart is looked for only where no event carries it. */
  #row(): string {
    const { name, seldom } = this.#shape
    const apart = `coalesce(carried, (SELECT body FROM "${name}.apart" WHERE number = row.number))`
    return seldom.length === 0 ? BRIEF : `id, version, body, ${apart}`
  }

  #ownerSql(index: IndexShape): string {
    return `SELECT id FROM "${this.#shape.name}" WHERE ${this.#equalsSql(index).join(' AND ')}`
  }

  #findSql(
    { index, after, until, newestFirst }: Omit<CheckedQuery, 'shape' | 'equals' | 'limit'>,
    row: string,
  ): string {
    const last = quote(this.#shape.columns[index.columns.at(-1) as number] as string)
    const where = this.#equalsSql(index)
    if (!index.unique && until !== undefined) where.push(`${last} <= ?`)
    if (!index.unique && after !== undefined) where.push(`(${last}, id) ${newestFirst ? '<' : '>'} (?, ?)`)
    const order = newestFirst ? `${last} DESC, id DESC` : `${last}, id`
    // The planner has been seen to take another index that begins with the same column.
    const { name } = this.#shape
    const from = `"${name}" AS row INDEXED BY "${name}.${index.name}"`
    return `SELECT ${row} FROM ${from} WHERE ${where.join(' AND ')} ORDER BY ${order} ${AT_MOST}`
  }

  /** `=` on the first column tells SQLite that it is not null, without which it can not use the index. */
  #equalsSql({ columns, unique }: IndexShape): string[] {
    const given = (unique ? columns : columns.slice(0, -1)).map((at) => quote(this.#shape.columns[at] as string))
    if (given.length === 0) return [`${quote(this.#shape.columns[columns[0] as number] as string)} IS NOT NULL`]
    return given.map((column, at) => (at === 0 ? `${column} = ?` : `${column} IS ?`))
  }
}

function prepare<Result>(db: Database.Database, sql: string): Statement<Result> {
  return db.prepare<unknown[], Result>(sql)
}

function quote(name: string): string {
  return `"${name}"`
}
