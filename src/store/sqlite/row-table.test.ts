import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import { checkQuery } from '../check-query.ts'
import { SHAPES } from '../table-shape.ts'
import { connect } from './open-database.ts'
import { RowTable } from './row-table.ts'

const INDEXES = [...SHAPES.values()].flatMap((shape) => shape.indexes.map((index) => ({ shape, index })))

/** Every kind of question to an index, as SQLite plans to answer it. */
function plans({ shape, index }: (typeof INDEXES)[number]): string[] {
  const db = connect(join(aFolder(), 'leeway.db'))
  onTestFinished(() => void db.close())
  const prepare = db.prepare.bind(db)
  const table = new RowTable(db, shape)
  const asked: string[] = []
  const listen = (sql: string): Database.Statement => {
    asked.push(sql)
    return prepare(sql)
  }
  Object.assign(db, { prepare: listen })
  const equals = Array(index.columns.length - (index.unique ? 0 : 1)).fill('x')
  const query = { table: shape.name, index: index.name, equals, limit: 50 }
  const places = [
    {},
    { after: { value: 'x', id: 'x' } },
    { until: 'x' },
    { after: { value: 'x', id: 'x' }, until: 'x' },
  ]
  for (const place of places) {
    for (const newestFirst of [false, true]) table.find(checkQuery({ ...query, ...place, newestFirst }))
  }
  const explain = (sql: string): { detail: string }[] =>
    prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN ${sql.replace('LIMIT ?', 'LIMIT 50').replaceAll('?', `'x'`)}`,
    ).all()
  return asked.map((sql) =>
    explain(sql)
      .map(({ detail }) => detail)
      .join(),
  )
}

test.for(INDEXES)('a page of $shape.name by its index $index.name comes out in order', ({ shape, index }) => {
  const found = plans({ shape, index })
  expect(found).toHaveLength(8)
  for (const plan of found) {
    expect(plan).toContain(`USING INDEX ${shape.name}.${index.name} (`)
    expect(plan).not.toContain('B-TREE')
  }
})
