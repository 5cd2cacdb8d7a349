import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import { inspectFolder } from './inspect-folder.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { prepareSchema } from './schema.ts'
import { isBusy } from './sqlite-error.ts'

test.for([
  [
    'an index is gone',
    'DROP INDEX "jobs.by_key"',
    'what is made by CREATE UNIQUE INDEX "jobs.by_key" ON "jobs" is missing',
  ],
  [
    'somebody planted a trigger',
    'CREATE TRIGGER planted AFTER INSERT ON events BEGIN DELETE FROM people; END',
    'planted is not of this version of Leeway',
  ],
  ['somebody added a table', 'CREATE TABLE extra (a)', 'extra is not of this version of Leeway'],
  [
    'a trigger is called like what a backup brings along',
    'CREATE TRIGGER attached AFTER INSERT ON events BEGIN DELETE FROM people; END',
    'attached is not of this version of Leeway',
  ],
  [
    'a trigger is called like a part of SQLite',
    `PRAGMA writable_schema = ON;
     INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_planted', 'leases', 0,
       'CREATE TRIGGER sqlite_planted AFTER INSERT ON leases BEGIN DELETE FROM people; END')`,
    'sqlite_planted is not of this version of Leeway',
  ],
] as const)('a database in which %s is refused, whatever it says of itself', async ([, change, told]) => {
  const folder = aFolder()
  await (await openSqliteStore({ folder })).close()
  const db = new Database(join(folder, 'leeway.db')).unsafeMode()
  db.exec(change)
  db.close()
  await expect(openSqliteStore({ folder })).rejects.toMatchObject({
    code: 'not_a_database',
    message: expect.stringContaining(told),
    details: { next: expect.stringContaining('leeway restore FILE') },
  })
  expect(inspectFolder(folder)).toContainEqual({ check: 'database', ok: false, detail: expect.stringContaining(told) })
})

test('a database that another process makes in the very moment of opening is not taken for that of another program', () => {
  const file = join(aFolder(), 'leeway.db')
  const [db, other] = [new Database(file), new Database(file)]
  let looks = 0
  const racing = new Proxy(db, {
    get(target, name: keyof Database.Database) {
      const found = Reflect.get(target, name)
      if (name !== 'pragma') return typeof found === 'function' ? found.bind(target) : found
      return (...asked: Parameters<Database.Database['pragma']>) => {
        const said = target.pragma(...asked)
        if (asked[0] === 'application_id' && ++looks === 1) prepareIfFree(other, file)
        return said
      }
    },
  })
  expect(() => prepareSchema(racing, file)).not.toThrow()
  expect(() => prepareSchema(other, file)).not.toThrow()
  for (const open of [db, other]) open.close()
})

/** Whoever looks at the file keeps others from changing it meanwhile; they come back. */
function prepareIfFree(db: Database.Database, file: string): void {
  try {
    prepareSchema(db, file)
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}
