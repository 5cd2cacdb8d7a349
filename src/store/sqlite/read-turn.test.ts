import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import { aWrite, jobRow } from '../../testing/store-rows.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { ReadTurn } from './read-turn.ts'

/** A reader, and somebody else who counts up beside it. */
function aReader() {
  const file = join(aFolder(), 'x.db')
  const [mine, theirs] = [new Database(file), new Database(file)]
  onTestFinished(() => {
    mine.close()
    theirs.close()
  })
  mine.pragma('journal_mode = WAL')
  mine.exec('CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (0)')
  const turn = new ReadTurn(mine)
  const read = () => {
    turn.begin()
    return mine.prepare('SELECT n FROM t').pluck().get()
  }
  return { mine, turn, read, count: () => theirs.exec('UPDATE t SET n = n + 1') }
}

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('the next turn sees what others have written', async () => {
  const { read, count } = aReader()
  expect(read()).toBe(0)
  count()
  await nextTurn()
  expect(read()).toBe(1)
})

test('a look does not outlast work that blocks its turn', () => {
  const { read, count } = aReader()
  expect(read()).toBe(0)
  count()
  block(10)
  expect(read()).toBe(1)
})

test('a look that SQLite has ended by itself is over, and the next read begins another', async () => {
  const { mine, turn, read } = aReader()
  read()
  mine.exec('ROLLBACK')
  expect(() => turn.end()).not.toThrow()
  read()
  mine.exec('ROLLBACK')
  expect(read()).toBe(0)
  expect(mine.inTransaction).toBe(true)
  await nextTurn()
  expect(mine.inTransaction).toBe(false)
})

test('whoever heard of a commit sees it, also through another store of the same process', async () => {
  const folder = aFolder()
  const [one, other] = [await openSqliteStore({ folder }), await openSqliteStore({ folder })]
  onTestFinished(async () => {
    await one.close()
    await other.close()
  })
  // Looks first in the very phase of the event loop in which the other store commits.
  const looked = new Promise((resolve) => setImmediate(() => resolve(one.get('jobs', 'a'))))
  await other.append(aWrite({ rows: [jobRow('a', 0)] }))
  expect(await one.get('jobs', 'a')).toMatchObject({ version: 1 })
  expect(await looked).toBeUndefined()
})
