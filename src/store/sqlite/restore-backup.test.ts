import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { LOCAL } from '../../model/ids.ts'
import { aFolder } from '../../testing/folder.ts'
import { anEffect, anEvent, aWrite, jobRow } from '../../testing/store-rows.ts'
import { verifyChain } from '../verify-chain.ts'
import type { Attach } from './back-up.ts'
import { inspectFolder } from './inspect-folder.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { restoreBackup } from './restore-backup.ts'
import type { SqliteStore } from './sqlite-store.ts'

const NOON = new Date('2026-05-04T12:00:00.000Z')

async function opened(folder: string): Promise<SqliteStore> {
  const store = await openSqliteStore({ folder })
  onTestFinished(() => store.close())
  return store
}

/** A store with some events, and a backup of it. */
async function backedUp(): Promise<{ folder: string; store: SqliteStore; file: string }> {
  const folder = aFolder()
  const store = await opened(folder)
  await store.append(aWrite({ rows: [jobRow('a', 0)], events: [anEvent(), anEvent()], effects: [anEffect('e')] }))
  await store.lease('session', 'one', 3600)
  const file = join(aFolder(), 'backup.db')
  await store.backup(file)
  return { folder, store, file }
}

test('a backup holds everything of one moment in one file that only its owner reads, and no private key', async () => {
  const { store, file } = await backedUp()
  expect(readdirSync(join(file, '..'))).toEqual(['backup.db'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).includes('PRIVATE KEY')).toBe(false)
  expect(readFileSync(file).includes('PUBLIC KEY')).toBe(true)
  await store.append(aWrite({ events: [anEvent()] }))
  expect(await store.events({ limit: 10 })).toHaveLength(3)
})

test('a backup is finished beside a writer who never rests, and holds the moment at which it began', async () => {
  const folder = aFolder()
  const [store, busy] = [await opened(folder), await opened(folder)]
  const note = 'x'.repeat(4_000_000)
  await store.append(aWrite({ events: [anEvent({ note })] }))
  const file = join(aFolder(), 'backup.db')
  let isDone = false
  const backup = store.backup(file).finally(() => {
    isDone = true
  })
  let writes = 0
  // As long as somebody goes on, and no longer than a copy of so little can take.
  while (!isDone && writes < 500) {
    await busy.append(aWrite({ events: [anEvent()] }))
    writes++
  }
  expect(isDone).toBe(true)
  await backup
  expect(writes).toBeGreaterThan(1)
  expect(await restoreBackup(file, { folder: join(aFolder(), 'new'), now: NOON })).toMatchObject({ last: 1 })
})

test('invariant 10: a backup that somebody copies to its place by hand says that it is one', async () => {
  const { store, file } = await backedUp()
  expect(await store.restored()).toBeNull()
  const folder = aFolder()
  copyFileSync(file, join(folder, 'leeway.db'))
  expect(await (await opened(folder)).restored()).toMatchObject({ last: 2 })
})

test('what lies beside the store is attached after its moment, comes out whole, and is not kept in the store', async () => {
  const { store } = await backedUp()
  const file = join(aFolder(), 'backup.db')
  const large = Buffer.alloc(9_000_000, 'abcdefg')
  await store.backup(file, async (attachments) => {
    await store.append(aWrite({ events: [anEvent()] }))
    await attachments.add('large', [large.subarray(0, 5), large.subarray(5)])
    await attachments.add('empty', [])
  })
  const folder = join(aFolder(), 'new')
  const found = new Map<string, Buffer>()
  const detach: Attach = async (attachments) => {
    for (const name of attachments.names()) found.set(name, Buffer.concat([...attachments.read(name)]))
  }
  expect(await restoreBackup(file, { folder, now: NOON, detach })).toMatchObject({ last: 2 })
  expect([...found.keys()]).toEqual(['empty', 'large'])
  expect([found.get('empty')?.length, found.get('large')?.equals(large)]).toEqual([0, true])
  expect(statSync(join(folder, 'leeway.db')).size).toBeLessThan(1_000_000)
})

test('what can not be taken out of a backup leaves no store', async () => {
  const { file } = await backedUp()
  const folder = join(aFolder(), 'new')
  const detach = () => Promise.reject(new Error('no room'))
  await expect(restoreBackup(file, { folder, now: NOON, detach })).rejects.toThrow('no room')
  expect(existsSync(folder)).toBe(false)
})

test('a backup replaces no file', async () => {
  const { store, file } = await backedUp()
  const before = readFileSync(file)
  await expect(store.backup(file)).rejects.toMatchObject({ code: 'wrong_call' })
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(join(file, '..'))).toEqual(['backup.db'])
})

test('a restored store goes on with the same log under a key of its own, and says that it was restored', async () => {
  const { store, file } = await backedUp()
  await store.append(aWrite({ rows: [jobRow('a', 1)], events: [anEvent()] }))
  const folder = join(aFolder(), 'new')
  expect(await restoreBackup(file, { folder, now: NOON })).toEqual({ at: NOON.toISOString(), last: 2 })

  const restored = await opened(folder)
  expect(await restored.get('jobs', 'a')).toMatchObject({ version: 1 })
  expect(await restored.leases('')).toEqual([])
  await restored.append(aWrite({ events: [anEvent()] }))
  const report = await verifyChain(restored, { tenant: LOCAL })
  expect(report).toMatchObject({ ok: true, events: 3, keys: [expect.any(String), expect.any(String)] })

  expect(await store.restored()).toBeNull()
  expect(await restored.restored()).toEqual({ at: NOON.toISOString(), last: 2 })
  expect(inspectFolder(folder).filter(({ ok }) => !ok)).toMatchObject([{ check: 'restored' }])
  await restored.settleRestore()
  expect(await restored.restored()).toBeNull()
})

test('a restore replaces no store, and leaves nothing behind when it is refused', async () => {
  const { folder, file } = await backedUp()
  const before = readFileSync(join(folder, 'leeway.db'))
  await expect(restoreBackup(file, { folder, now: NOON })).rejects.toThrow('is there already')
  expect(readFileSync(join(folder, 'leeway.db')).equals(before)).toBe(true)

  const withLog = aFolder()
  writeFileSync(join(withLog, 'leeway.db-wal'), 'x')
  await expect(restoreBackup(file, { folder: withLog, now: NOON })).rejects.toThrow('is there already')
  const inUse = restoreBackup(join(folder, 'leeway.db'), { folder: aFolder(), now: NOON })
  await expect(inUse).rejects.toThrow('is in use')

  const empty = aFolder()
  const other = join(aFolder(), 'other.db')
  new Database(other).exec('CREATE TABLE t (x)').close()
  for (const bad of [other, broken(file), join(empty, 'missing.db'), nothing()]) {
    await expect(restoreBackup(bad, { folder: empty, now: NOON })).rejects.toThrow(
      /backup|program|ENOENT|not a database/,
    )
    expect(readdirSync(empty)).toEqual([])
  }
  expect(existsSync(join(empty, 'leeway.db'))).toBe(false)

  // What it made itself goes too.
  const made = join(empty, '.leeway')
  await expect(restoreBackup(nothing(), { folder: made, now: NOON })).rejects.toThrow('The backup is empty')
  expect(readdirSync(empty)).toEqual([])
})

test('a sound folder is found sound, and each fault is named', async () => {
  const { folder, store } = await backedUp()
  await store.close()
  expect(inspectFolder(folder).filter(({ ok }) => !ok)).toEqual([])
  expect(inspectFolder(aFolder())).toMatchObject([{ check: 'database', ok: false }])

  chmodSync(join(folder, 'keys/log-signing-key.pem'), 0o644)
  expect(faults(folder)).toEqual(['permissions'])
  chmodSync(join(folder, 'keys/log-signing-key.pem'), 0o600)

  const db = new Database(join(folder, 'leeway.db'))
  db.unsafeMode()
  db.exec(
    `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'links') WHERE name = 'leases'`,
  )
  db.close()
  expect(faults(folder)).toEqual(['integrity'])
  writeFileSync(join(folder, 'leeway.db'), 'x'.repeat(5000))
  expect(faults(folder)).toEqual(['database'])
})

const faults = (folder: string): string[] => inspectFolder(folder).flatMap(({ check, ok }) => (ok ? [] : [check]))

/** A copy of a backup in which pages have been overwritten. */
function broken(file: string): string {
  const copy = join(aFolder(), 'broken.db')
  const bytes = readFileSync(file)
  writeFileSync(copy, bytes.fill(7, 8192, bytes.length - 8192))
  return copy
}

function nothing(): string {
  const file = join(aFolder(), 'empty.db')
  writeFileSync(file, '')
  return file
}
