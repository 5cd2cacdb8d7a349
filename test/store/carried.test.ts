import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { apply } from '../../src/engine/apply.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { verifyRows } from '../../src/store/sqlite/verify-rows.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aWorld } from '../../src/testing/world.ts'

/** A folder with a checkpoint in it, and a way to do something to its file. */
async function aHold() {
  const folder = aFolder()
  const world = await aWorld({ open: (clock) => openSqliteStore({ folder, clock }) })
  onTestFinished(() => world.store.close())
  await world.hold()
  const sql = <Result>(text: string): Result => {
    const db = new Database(join(folder, 'leeway.db'))
    try {
      return (text.startsWith('SELECT') ? db.prepare(text).pluck().get() : db.exec(text)) as Result
    } finally {
      db.close()
    }
  }
  return { folder, world, sql }
}

test('what the event has is not written a second time, until a revision has something else', async () => {
  const { folder, world, sql } = await aHold()
  const carried = () => sql<string | null>('SELECT carried FROM checkpoints')
  const kept = () => sql<string>('SELECT body FROM "checkpoints.apart"')
  const { content } = await world.checkpoint('chk-1')
  expect([carried(), kept()]).toEqual([expect.stringMatching(/^@\d+\/checkpoint$/), undefined])
  await world.review('chk-1', { answer: 'edit', args: { to: 'all' } })
  expect(JSON.parse(kept())).toMatchObject({ content: { args: { to: 'all' } } })
  expect(carried()).toBeNull()
  expect((await world.checkpoint('chk-1')).content).not.toEqual(content)
  expect(verifyRows(folder, apply)).toMatchObject({ ok: true })
})

test.for([
  ['another event', `UPDATE checkpoints SET carried = '@1/job'`],
  ['no event', `UPDATE checkpoints SET carried = '@999/checkpoint'`],
  ['no event and nowhere else', 'UPDATE checkpoints SET carried = NULL'],
  ['an event and somewhere else', `INSERT INTO "checkpoints.apart" SELECT number, '{}' FROM checkpoints`],
  ['another part', `UPDATE checkpoints SET carried = replace(carried, '/checkpoint', '/call')`],
] as const)('a checkpoint whose content is said to stand in %s is found', async ([, sql]) => {
  const hold = await aHold()
  expect(verifyRows(hold.folder, apply)).toMatchObject({ ok: true })
  hold.sql(sql)
  expect(verifyRows(hold.folder, apply)).toMatchObject({ ok: false, table: 'checkpoints' })
})

test('a row reads the same, key for key, to who wrote it and to who opens the folder later', async () => {
  const { folder, world } = await aHold()
  const other = await openSqliteStore({ folder })
  onTestFinished(() => other.close())
  const texts = [world.store, other].map(async (store) =>
    JSON.stringify((await store.get('checkpoints', 'chk-1'))?.row),
  )
  const [written, read] = await Promise.all(texts)
  expect(written).toBe(read)
})
