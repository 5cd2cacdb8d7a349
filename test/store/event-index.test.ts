import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { apply } from '../../src/engine/apply.ts'
import type { Store } from '../../src/engine/ports.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { verifyRows } from '../../src/store/sqlite/verify-rows.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { anEvent, aWrite } from '../../src/testing/store-rows.ts'

const JOBS = ['a', 'b', 'c', undefined]
/** More than wait outside the index, and some that do. */
const EVENTS = 5_001

/** A log in which jobs take turns; gives what each of them wrote. */
async function aLongLog(store: Store) {
  const notes = Array.from({ length: EVENTS }, (_, at) => ({ job: JOBS[at % JOBS.length], note: String(at) }))
  for (let at = 0; at < EVENTS; at += 100) {
    const events = notes
      .slice(at, at + 100)
      .map(({ job, note }) => anEvent({ note, ...(job !== undefined && { job }) }))
    await store.append(aWrite({ events }))
  }
  return (job: string) => notes.flatMap((event, at) => (event.job === job ? [at + 1] : []))
}

async function opened() {
  const folder = aFolder()
  const store = await openSqliteStore({ folder })
  onTestFinished(() => store.close())
  return { folder, store }
}

async function pagesOf(store: Store, job: string, limit: number): Promise<readonly number[]> {
  const found: number[] = []
  for (;;) {
    const page = await store.events({ job, after: found.at(-1), limit })
    found.push(...page.map(({ seq }) => seq))
    if (page.length < limit) return found
  }
}

test('a job has all of its events in order, those that are sorted in and those that still wait', async () => {
  const { store } = await opened()
  const written = await aLongLog(store)
  for (const job of ['a', 'b', 'c']) expect(await pagesOf(store, job, 1000)).toEqual(written(job))
  expect(await pagesOf(store, 'a', 7)).toEqual(written('a'))
  expect(await store.events({ job: 'none', limit: 10 })).toEqual([])
  const typed = { job: 'b', type: 'access_denied', tenant: 'local' } as const
  const ofType = await store.events({ ...typed, after: 4_800, limit: 1000 })
  expect(ofType.map(({ seq }) => seq)).toEqual(written('b').filter((seq) => seq > 4_800))
  expect(await store.events({ ...typed, type: 'job_moved', limit: 1000 })).toEqual([])
  expect(await store.events({ ...typed, tenant: 'other', limit: 1000 })).toEqual([])
})

test('events of a job that still wait are found in order, whichever tenants they belong to', async () => {
  const { store } = await opened()
  const tenants = ['local', 'north', 'local', 'south', 'north'] as const
  for (const tenant of tenants) {
    await store.append(aWrite({ events: [anEvent({ tenant, job: 'a' }), anEvent({ tenant, job: 'b' })] }))
  }
  expect(await pagesOf(store, 'a', 1000)).toEqual([1, 3, 5, 7, 9])
  expect(await pagesOf(store, 'a', 2)).toEqual([1, 3, 5, 7, 9])
  const northern = await store.events({ job: 'b', tenant: 'north', limit: 10 })
  expect(northern.map(({ seq }) => seq)).toEqual([4, 10])
})

test.for([
  ['hidden', `DELETE FROM "events.of_job" WHERE seq = 98`, 98],
  ['given to another job', `UPDATE "events.of_job" SET owner = 'b' WHERE seq = 101`, 101],
  ['made up', `INSERT INTO "events.of_checkpoint" VALUES ('chk', 4999, 'job_moved')`, 4999],
  [
    'put under what is sorted in',
    `INSERT INTO events SELECT -5, tenant, job, checkpoint, type, at, actor, data FROM events WHERE seq = 1`,
    -5,
  ],
] as const)('an event that is %s in what a job is shown is found', async ([, sql, seq]) => {
  const { folder, store } = await opened()
  await aLongLog(store)
  expect(verifyRows(folder, apply)).toMatchObject({ ok: true })
  const db = new Database(join(folder, 'leeway.db'))
  db.exec(sql)
  db.close()
  expect(verifyRows(folder, apply)).toMatchObject({ ok: false, table: 'events', id: String(seq) })
})
