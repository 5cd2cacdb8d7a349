import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import { anEvent, aWrite, jobRow } from '../../testing/store-rows.ts'
import { KnownRows } from './known-rows.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

async function opened(folder: string) {
  const store = await openSqliteStore({ folder })
  onTestFinished(() => store.close())
  return store
}

test('a row that is known is read anew when another process has changed it, and a write over the old one is refused', async () => {
  const folder = aFolder()
  const [mine, theirs] = [await opened(folder), await opened(folder)]
  await mine.append(aWrite({ rows: [jobRow('a', 0)] }))
  expect(await mine.get('jobs', 'a')).toMatchObject({ version: 1 })
  await theirs.append(aWrite({ rows: [jobRow('a', 1, { title: 'theirs' })] }))
  const late = mine.append(aWrite({ rows: [jobRow('a', 1, { title: 'mine' })] }))
  await expect(late).rejects.toMatchObject({ code: 'version_conflict' })
  const relied = mine.append(aWrite({ seen: [{ table: 'jobs', id: 'a', version: 1 }], events: [anEvent()] }))
  await expect(relied).rejects.toMatchObject({ code: 'version_conflict' })
  expect(await mine.get('jobs', 'a')).toMatchObject({ version: 2, row: { title: 'theirs' } })
})

test('what somebody has changed in the file itself is seen, as long as nobody has it open', async () => {
  const folder = aFolder()
  const store = await opened(folder)
  await store.append(aWrite({ rows: [jobRow('a', 0)] }))
  await store.get('jobs', 'a')
  const db = new Database(join(folder, 'leeway.db'))
  db.exec(`DELETE FROM jobs WHERE id = 'a'`)
  db.close()
  await nextTurn()
  expect(await store.get('jobs', 'a')).toBeUndefined()
})

test('that there is no row is known only until somebody writes it', async () => {
  const folder = aFolder()
  const [mine, theirs] = [await opened(folder), await opened(folder)]
  expect(await mine.get('jobs', 'a')).toBeUndefined()
  expect(await mine.get('policies', 'p')).toBeUndefined()
  const policy = { table: 'policies', id: 'p', version: 0, row: { budget_usd: 2 } as never } as const
  await theirs.append(aWrite({ rows: [jobRow('a', 0), policy] }))
  expect(await mine.get('jobs', 'a')).toMatchObject({ version: 1 })
  expect(await mine.get('policies', 'p')).toMatchObject({ version: 1 })
})

test('what was taken back with a failed write was never true', async () => {
  const store = await opened(aFolder())
  await store.append(aWrite({ rows: [jobRow('a', 0, { key: 'k' })] }))
  const results = await Promise.allSettled([
    store.append(aWrite({ rows: [jobRow('a', 1, { key: 'k', title: 'second' })] })),
    // The key is taken, which shows after its other row has been written.
    store.append(aWrite({ rows: [jobRow('b', 0), jobRow('c', 0, { key: 'k' })] })),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(await store.get('jobs', 'a')).toMatchObject({ version: 2, row: { title: 'second' } })
  expect(await store.get('jobs', 'b')).toBeUndefined()
  await store.append(aWrite({ rows: [jobRow('b', 0)] }))
})

test('whoever reads a row can not change what the next one reads', async () => {
  const store = await opened(aFolder())
  await store.append(aWrite({ rows: [jobRow('a', 0, { input: { list: [1] } })] }))
  const read = await store.get('jobs', 'a')
  const input = read?.row.input as { list: number[] } | undefined
  expect(() => input?.list.push(2)).toThrow(TypeError)
  expect(await store.get('jobs', 'a')).toMatchObject({ row: { input: { list: [1] } } })
})

test('what an agent hands in does not pile up, however large it is and wherever it is kept', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  const rows = new KnownRows(db)
  const known = (size: number, apart: number) => ({ version: 1, columns: [], size, apart, row: () => ({}) as never })
  rows.keep('checkpoints', 'small', known(100, 2_000))
  rows.keep('checkpoints', 'large', known(100, 400_000))
  expect(rows.get('checkpoints', 'small')).toBeDefined()
  expect(rows.get('checkpoints', 'large')).toBeUndefined()
  // Grown too large, the one before it must not stay.
  rows.keep('checkpoints', 'small', known(400_000, 0))
  expect(rows.get('checkpoints', 'small')).toBeUndefined()
  for (let at = 0; at < 1000; at++) rows.keep('checkpoints', `c${at}`, known(100, 100_000))
  const kept = Array.from({ length: 1000 }, (_, at) => rows.get('checkpoints', `c${at}`)).filter((row) => row)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(200)
  // The same row again and again counts once.
  for (let at = 0; at < 1000; at++) rows.keep('jobs', 'hot', known(100_000, 0))
  expect(rows.get('checkpoints', 'c999')).toBeDefined()
})

test('what is asked for again and again stays, and what nobody asks for goes', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  const rows = new KnownRows(db)
  const known = { version: 1, columns: [], size: 100, apart: 0, row: () => ({}) as never }
  rows.keep('people', 'hot', known)
  rows.keep('people', 'cold', known)
  for (let at = 0; at < 5000; at++) {
    rows.keep('checkpoints', `c${at}`, known)
    rows.get('people', 'hot')
  }
  expect(rows.get('people', 'hot')).toBeDefined()
  expect(rows.get('people', 'cold')).toBeUndefined()
  expect(rows.get('checkpoints', 'c0')).toBeUndefined()
  expect(rows.get('checkpoints', 'c4999')).toBeDefined()
})
