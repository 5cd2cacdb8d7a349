import type { Query, Searchable, Table } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import { checkLimit } from './check-limit.ts'
import { isSearchable } from './encode-write.ts'
import { type IndexShape, SHAPES, type TableShape } from './table-shape.ts'

/** A query that its index can answer. */
export interface CheckedQuery {
  readonly shape: TableShape
  readonly index: IndexShape
  readonly equals: readonly Searchable[]
  readonly after: Query['after']
  readonly until: Searchable | undefined
  readonly newestFirst: boolean
  readonly limit: number
}

/** A query of any table. */
export interface AnyQuery extends Omit<Query, 'table' | 'index'> {
  readonly table: Table
  readonly index: string
}

/** Throws `invalid_input` for what no index answers, or what no row can hold. */
export function checkQuery(query: AnyQuery): CheckedQuery {
  const { table, equals, after, until, newestFirst = false } = query
  const shape = SHAPES.get(table)
  const index = shape?.indexes.find(({ name }) => name === query.index)
  if (shape === undefined || index === undefined) throw invalid(`There is no index ${table}.${query.index}.`)

  const given = index.columns.length - (index.unique ? 0 : 1)
  if (equals.length !== given) throw invalid(`The index ${table}.${query.index} needs ${given} values.`)
  if (![...equals, ...placesIn(query)].every(isSearchable)) throw invalid('A query holds what can not be searched for.')
  return { shape, index, equals, after, until, newestFirst, limit: checkLimit(query.limit) }
}

/** No row has null where its index is ordered, so nothing lies behind it. */
function placesIn({ after, until }: AnyQuery): readonly unknown[] {
  return [...(after === undefined ? [] : [after.value ?? undefined, after.id]), ...(until === undefined ? [] : [until])]
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', [], { message })
}
