import type Database from 'better-sqlite3'
import type { Searchable } from '../../engine/ports.ts'
import type { CheckedQuery } from '../check-query.ts'
import type { EncodedRow } from '../encode-write.ts'
import type { IndexShape, TableShape } from '../table-shape.ts'

type Statement<Result = unknown> = Database.Statement<unknown[], Result>
/** A row as it is read. */
export type Found = [id: string, version: number, body: string, apart: string | null]

/** The prepared statements of one table of rows. */
export class RowTable {
  readonly #db: Database.Database
  readonly #shape: TableShape
  readonly #get: Statement<Found>
  readonly #insert: Statement
  readonly #insertApart: Statement | undefined
  readonly #updateApart: Statement | undefined
  readonly #unique: readonly { readonly index: IndexShape; readonly owner: Statement<string> }[]
  readonly #updates = new Map<number, Statement>()
  readonly #finds = new Map<string, Statement<Found>>()

  constructor(db: Database.Database, shape: TableShape) {
    const { name, columns } = shape
    this.#db = db
    this.#shape = shape
    this.#get = prepare<Found>(db, `SELECT ${this.#row()} FROM ${this.#from('')} WHERE row.id = ?`).raw()
    this.#insert = prepare(
      db,
      `INSERT INTO "${name}" VALUES (NULL, ${Array(columns.length + 3)
        .fill('?')
        .join(', ')})`,
    )
    if (shape.seldom.length > 0) {
      this.#insertApart = prepare(db, `INSERT INTO "${name}.apart" VALUES (?, ?)`)
      const number = `(SELECT number FROM "${name}" WHERE id = ?)`
      this.#updateApart = prepare(db, `UPDATE "${name}.apart" SET body = ? WHERE number = ${number}`)
    }
    this.#unique = shape.indexes
      .filter(({ unique }) => unique)
      .map((index) => ({ index, owner: prepare<string>(db, this.#ownerSql(index)).pluck() }))
  }

  get(id: string): Found | undefined {
    return this.#get.get(id)
  }

  /** Whether another row already has the row's place in a unique index. */
  isTaken({ id, columns }: EncodedRow): boolean {
    return this.#unique.some(({ index, owner }) => {
      const values = index.columns.map((at) => columns[at])
      const other = values[0] === null ? undefined : owner.get(values)
      return other !== undefined && other !== id
    })
  }

  insert({ id, version, columns, body, apart }: EncodedRow): void {
    const { lastInsertRowid } = this.#insert.run([id, version + 1, ...columns, body])
    if (apart !== null) this.#insertApart?.run(lastInsertRowid, apart)
  }

  /** Writes only the columns that differ, because each one that is named costs a change of its indexes. */
  update({ id, version, columns, body, apart }: EncodedRow, stored: readonly Searchable[]): void {
    let changed = 0
    const values: unknown[] = [version + 1, body]
    for (const [at, value] of columns.entries()) {
      if (value === stored[at]) continue
      changed |= 1 << at
      values.push(value)
    }
    values.push(id)
    this.#update(changed).run(values)
    if (apart !== null) this.#updateApart?.run(apart, id)
  }

  find({ index, equals, after, until, newestFirst, limit }: CheckedQuery): readonly Found[] {
    const key = `${index.name} ${newestFirst} ${after !== undefined} ${until !== undefined}`
    let statement = this.#finds.get(key)
    if (statement === undefined) {
      statement = prepare<Found>(this.#db, this.#findSql({ index, after, until, newestFirst })).raw()
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

  /** What makes a whole row. */
  #row(): string {
    return `row.id, version, row.body, ${this.#shape.seldom.length === 0 ? 'NULL' : 'apart.body'}`
  }

  #from(by: string): string {
    const { name, seldom } = this.#shape
    const apart = seldom.length === 0 ? '' : ` JOIN "${name}.apart" AS apart ON apart.number = row.number`
    return `"${name}" AS row${by}${apart}`
  }

  #ownerSql(index: IndexShape): string {
    return `SELECT id FROM "${this.#shape.name}" WHERE ${this.#equalsSql(index).join(' AND ')}`
  }

  #findSql({ index, after, until, newestFirst }: Omit<CheckedQuery, 'shape' | 'equals' | 'limit'>): string {
    const last = quote(this.#shape.columns[index.columns.at(-1) as number] as string)
    const where = this.#equalsSql(index)
    if (!index.unique && until !== undefined) where.push(`${last} <= ?`)
    if (!index.unique && after !== undefined) where.push(`(${last}, row.id) ${newestFirst ? '<' : '>'} (?, ?)`)
    const order = newestFirst ? `${last} DESC, row.id DESC` : `${last}, row.id`
    // The planner has been seen to take another index that begins with the same column.
    const from = this.#from(` INDEXED BY "${this.#shape.name}.${index.name}"`)
    return `SELECT ${this.#row()} FROM ${from} WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ?`
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
