import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import { anEffect, anEvent, aWrite, jobRow } from '../../testing/store-rows.ts'
import { connect } from './open-database.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import type { SqliteStore } from './sqlite-store.ts'

async function opened(folder: string): Promise<SqliteStore> {
  const store = await openSqliteStore({ folder })
  onTestFinished(() => store.close())
  return store
}

async function aUsedFolder(): Promise<string> {
  const folder = aFolder()
  const store = await openSqliteStore({ folder })
  await store.append(aWrite({ rows: [jobRow('a', 0)], events: [anEvent()], effects: [anEffect('e')] }))
  await store.lease('effects', 'one', 60)
  await store.close()
  return folder
}

function raw(folder: string): Database.Database {
  const db = new Database(join(folder, 'leeway.db'))
  onTestFinished(() => void db.close())
  return db
}

test('what was acknowledged is there when the folder is opened again', async () => {
  const store = await opened(await aUsedFolder())
  expect(await store.get('jobs', 'a')).toMatchObject({ version: 1 })
  expect(await store.events({ limit: 10 })).toHaveLength(1)
  expect(await store.dueEffects(10)).toMatchObject([{ id: 'e' }])
  expect(await store.lease('effects', 'two', 60)).toBeNull()
  await store.append(aWrite({ events: [anEvent()] }))
  expect(await store.links({ tenant: 'local', limit: 10 })).toMatchObject([{ last: 1 }, { last: 2 }])
})

test('every commit waits for the disk', () => {
  const db = connect(join(aFolder(), 'leeway.db'))
  onTestFinished(() => void db.close())
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(db.pragma('synchronous', { simple: true })).toBe(2)
})

test('only the owner reads the database and the key', async () => {
  const folder = join(aFolder(), 'deep', '.leeway')
  await opened(folder)
  const modeOf = (path: string): number => statSync(join(folder, path)).mode & 0o777
  expect(['.', 'keys'].map(modeOf)).toEqual([0o700, 0o700])
  expect(['leeway.db', 'leeway.db-wal', 'keys/log-signing-key.pem'].map(modeOf)).toEqual([0o600, 0o600, 0o600])
  expect(readdirSync(join(folder, 'keys'))).toEqual(['log-signing-key.pem'])
})

test('opening one new folder many times at once makes one key and one database', async () => {
  const folder = aFolder()
  const stores = await Promise.all(Array.from({ length: 5 }, () => opened(folder)))
  await Promise.all(
    stores.map((store, at) => store.append(aWrite({ rows: [jobRow(`j${at}`, 0)], events: [anEvent()] }))),
  )
  expect((await stores[0]?.events({ limit: 10 }))?.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect(Object.keys((await stores[1]?.keys()) ?? {})).toHaveLength(1)
})

test.for<[string, (folder: string) => void, string]>([
  ['of a later version', (folder) => void raw(folder).pragma('user_version = 2'), 'newer_schema'],
  [
    'with other tables',
    (folder) => void raw(folder).exec(`UPDATE meta SET value = 'x' WHERE name = 'ddl'`),
    'newer_schema',
  ],
  ['of another program', (folder) => void raw(folder).pragma('application_id = 7'), 'not_a_database'],
  ['of random bytes', (folder) => writeFileSync(join(folder, 'leeway.db'), randomBytes(9000)), 'not_a_database'],
  ['of a few bytes', (folder) => writeFileSync(join(folder, 'leeway.db'), 'hello'), 'not_a_database'],
  ['with a damaged first page', (folder) => spoil(folder, 100), 'not_a_database'],
  [
    'with a key that is none',
    (folder) => writeFileSync(join(folder, 'keys/log-signing-key.pem'), 'x'),
    'unreadable_file',
  ],
])('a database %s is refused and left as it is', async ([, change, code]) => {
  const folder = await aUsedFolder()
  change(folder)
  const before = readFileSync(join(folder, 'leeway.db'))
  await expect(openSqliteStore({ folder })).rejects.toMatchObject({ code })
  expect(readFileSync(join(folder, 'leeway.db')).equals(before)).toBe(true)
})

test('a write-ahead log without its database is refused, because opening it would delete what it holds', async () => {
  const folder = await aUsedFolder()
  const store = await openSqliteStore({ folder })
  await store.append(aWrite({ events: [anEvent()] }))
  const copy = aFolder()
  copyFileSync(join(folder, 'leeway.db-wal'), join(copy, 'leeway.db-wal'))
  await store.close()
  await expect(openSqliteStore({ folder: copy })).rejects.toMatchObject({ code: 'not_a_database' })
  expect(statSync(join(copy, 'leeway.db-wal')).size).toBeGreaterThan(0)
  rmSync(join(copy, 'leeway.db-wal'))
  await opened(copy)
})

test('a folder that can not be made is told as read-only', async () => {
  const file = join(aFolder(), 'file')
  writeFileSync(file, '')
  await expect(openSqliteStore({ folder: file })).rejects.toMatchObject({ code: 'read_only' })
  await expect(openSqliteStore({ folder: join(file, 'x') })).rejects.toMatchObject({ code: 'read_only' })
})

test('a writer that is locked out for too long says so, and goes on when the lock is gone', async () => {
  const folder = aFolder()
  const store = await openSqliteStore({ folder, patience: 50 })
  onTestFinished(() => store.close())
  const other = raw(folder)
  other.exec('BEGIN IMMEDIATE')
  await expect(store.append(aWrite({ rows: [jobRow('a', 0)] }))).rejects.toMatchObject({ code: 'store_busy' })
  expect(await store.get('jobs', 'a')).toBeUndefined()
  const write = store.append(aWrite({ rows: [jobRow('b', 0)] }))
  other.exec('ROLLBACK')
  await write
  expect(await store.get('jobs', 'b')).toMatchObject({ version: 1 })
})

test('a row that another process has changed since the last commit is a conflict, also when it was only looked at', async () => {
  const folder = aFolder()
  const [store, other] = [await opened(folder), await opened(folder)]
  await store.append(aWrite({ rows: [jobRow('switch', 0)] }))
  const looked = { seen: [{ table: 'jobs', id: 'switch', version: 1 }] } as const
  await store.append(aWrite({ ...looked, rows: [jobRow('a', 0)] }))
  await other.append(aWrite({ rows: [jobRow('switch', 1)] }))
  const late = store.append(aWrite({ ...looked, rows: [jobRow('b', 0)] }))
  await expect(late).rejects.toMatchObject({ code: 'version_conflict' })
})

test('who watches is told of what another process commits', async () => {
  const folder = aFolder()
  const [store, other] = [await opened(folder), await opened(folder)]
  const told = new Promise<void>((resolve) => void onTestFinished(store.watch(resolve)))
  await other.append(aWrite({ rows: [jobRow('a', 0)] }))
  await told
  expect(await store.get('jobs', 'a')).toMatchObject({ version: 1 })
})

function spoil(folder: string, at: number): void {
  const file = join(folder, 'leeway.db')
  const bytes = readFileSync(file)
  randomBytes(2000).copy(bytes, at)
  writeFileSync(file, bytes)
}

test('a new folder keeps itself out of git, and one that was told otherwise stays so', async () => {
  const folder = await aUsedFolder()
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
  writeFileSync(join(folder, '.gitignore'), '')
  await opened(folder)
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('')
})

test('what another process has committed is seen at once, and a closed store says nothing more', async () => {
  const folder = aFolder()
  const [store, other] = [await opened(folder), await opened(folder)]
  expect(store.getNow('jobs', 'a')).toBeNull()
  await other.append(aWrite({ rows: [jobRow('a', 0)] }))
  expect(store.getNow('jobs', 'a')).toMatchObject({ version: 1 })
  await store.close()
  expect(() => store.getNow('jobs', 'a')).toThrow('The store is closed.')
})

test('a database that was emptied is not made anew over the key that signed its log', async () => {
  const folder = await aUsedFolder()
  writeFileSync(join(folder, 'leeway.db'), '')
  await expect(openSqliteStore({ folder })).rejects.toMatchObject({
    code: 'not_a_database',
    message: expect.stringContaining('leeway.db is empty, but'),
    details: { next: expect.stringContaining('leeway restore FILE') },
  })
  expect(statSync(join(folder, 'leeway.db')).size).toBe(0)
})

test('a database that was deleted is not made anew over the key that signed its log', async () => {
  const folder = await aUsedFolder()
  for (const rest of ['', '-wal', '-shm']) rmSync(join(folder, `leeway.db${rest}`), { force: true })
  await expect(openSqliteStore({ folder })).rejects.toMatchObject({
    code: 'not_a_database',
    message: expect.stringContaining('leeway.db is missing, but'),
    details: { next: expect.stringContaining('leeway restore FILE') },
  })
  expect(existsSync(join(folder, 'leeway.db'))).toBe(false)
})

test('an empty file where nothing was ever kept becomes a store', async () => {
  const folder = aFolder()
  writeFileSync(join(folder, 'leeway.db'), '')
  expect(await (await opened(folder)).events({ limit: 1 })).toEqual([])
})

test('a clock that was set back while nobody had the store open goes on where the log ends', async () => {
  const folder = aFolder()
  const late = new Date('2026-05-04T12:00:00.000Z')
  const before = new Date(late.getTime() - 3_600_000)
  const first = await openSqliteStore({ folder, clock: () => late })
  await first.append(aWrite({ events: [{ ...anEvent(), at: first.now().toISOString() }] }))
  await first.close()
  const second = await openSqliteStore({ folder, clock: () => before })
  onTestFinished(() => second.close())
  expect(second.now().getTime()).toBeGreaterThanOrEqual(late.getTime())
  expect(second.now().getTime()).toBeLessThan(late.getTime() + 60_000)
})

test('a folder in the place of the database is told as what it is', async () => {
  const folder = aFolder()
  mkdirSync(join(folder, 'leeway.db'))
  await expect(openSqliteStore({ folder })).rejects.toMatchObject({
    code: 'not_a_database',
    message: expect.stringContaining('is a folder, and no file.'),
  })
})
