import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import { newSigner } from '../signer.ts'
import { connect } from './open-database.ts'
import { SqliteStore } from './sqlite-store.ts'

test('no bounded read has SQLite compile it again for every number', async () => {
  const db = connect(join(aFolder(), 'leeway.db'))
  const prepare = db.prepare.bind(db)
  const asked: string[] = []
  const listen = (sql: string): Database.Statement => {
    asked.push(sql)
    return prepare(sql)
  }
  const store = new SqliteStore({ db: Object.assign(db, { prepare: listen }), signer: newSigner() })
  onTestFinished(() => store.close())
  await store.find({ table: 'grants', index: 'by_call', equals: ['x'], limit: 9 })
  for (const query of [{}, { tenant: 'a' }, { job: 'a' }, { checkpoint: 'a' }])
    await store.events({ ...query, limit: 9 })
  await store.links({ tenant: 'a', limit: 9 })
  await store.dueEffects(9)
  await store.forgetAnswers(new Date(0), 9)
  const bounded = asked.filter((sql) => /LIMIT \?/.test(sql))
  expect(bounded.length).toBeGreaterThan(7)
  expect(bounded.filter((sql) => !sql.endsWith('LIMIT ? + 0'))).toEqual([])
})
