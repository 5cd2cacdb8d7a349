import { expect, onTestFinished, test } from 'vitest'
import { LOCAL } from '../../model/ids.ts'
import { aFolder } from '../../testing/folder.ts'
import { anEvent, aWrite, jobRow } from '../../testing/store-rows.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const MEGABYTE = 1024 * 1024

/** Writes so much so often at once, and gives how many events each commit had: a link stands for a commit. */
async function commitsOf(sizes: readonly number[]): Promise<readonly number[]> {
  const store = await openSqliteStore({ folder: aFolder() })
  onTestFinished(() => store.close())
  const written = sizes.map((size) => store.append(aWrite({ events: [anEvent({ note: 'x'.repeat(size) })] })))
  const last = (await Promise.all(written)).map((one) => one.last)
  expect(last).toEqual(sizes.map((_, at) => at + 1))
  return (await store.links({ tenant: LOCAL, limit: 100 })).map(({ count }) => count)
}

test('what comes at once is committed at once', async () => {
  expect(await commitsOf(Array.from({ length: 300 }, () => 10))).toEqual([300])
})

test('no commit takes more than eight megabytes, because nobody else has a turn meanwhile', async () => {
  expect(await commitsOf(Array.from({ length: 20 }, () => MEGABYTE))).toEqual([7, 7, 6])
})

test('what is larger by itself has a commit of its own', async () => {
  expect(await commitsOf([10, 9 * MEGABYTE, 9 * MEGABYTE, 10, 10])).toEqual([1, 1, 1, 2])
})

test('rows count too, and what is refused among them is refused alone', async () => {
  const store = await openSqliteStore({ folder: aFolder() })
  onTestFinished(() => store.close())
  const large = (id: string, version = 0) =>
    store.append(aWrite({ rows: [jobRow(id, version, { input: 'x'.repeat(5 * MEGABYTE) })], events: [anEvent()] }))
  const written = await Promise.allSettled([large('a'), large('b', 7), large('c')])
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await store.links({ tenant: LOCAL, limit: 10 })).toMatchObject([{ count: 1 }, { count: 1 }])
})
