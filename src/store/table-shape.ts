import { type Searchable, TABLES, type Table } from '../engine/ports.ts'

/** An index, with its columns as positions in the row's columns. */
export interface IndexShape {
  readonly name: string
  readonly columns: readonly number[]
  readonly unique: boolean
}

/** What a store needs to know of a table, worked out once. */
export interface TableShape {
  readonly name: Table
  readonly columns: readonly string[]
  readonly read: readonly ((row: never) => Searchable)[]
  readonly indexes: readonly IndexShape[]
  /** The fields that are kept apart; none for most tables. */
  readonly seldom: readonly string[]
}

/** The declaration of a table, read without the type of its rows. */
interface AnySpec {
  readonly columns: Readonly<Record<string, (row: never) => Searchable>>
  readonly indexes: Readonly<Record<string, { readonly columns: readonly string[]; readonly unique?: true }>>
  readonly seldom?: readonly string[]
}

export const TABLE_NAMES = Object.keys(TABLES) as readonly Table[]

/** The shape of every table. */
export const SHAPES: ReadonlyMap<Table, TableShape> = new Map(
  TABLE_NAMES.map((name) => [name, shapeOf(name, TABLES[name])]),
)

function shapeOf(name: Table, spec: AnySpec): TableShape {
  const columns = Object.keys(spec.columns)
  const indexes = Object.entries(spec.indexes).map(([index, { columns: names, unique = false }]) => ({
    name: index,
    columns: names.map((column) => columns.indexOf(column)),
    unique,
  }))
  return { name, columns, read: Object.values(spec.columns), indexes, seldom: spec.seldom ?? [] }
}
