import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Link, Store } from '../engine/ports.ts'
import { LOCAL } from '../model/ids.ts'
import { aFolder } from '../testing/folder.ts'
import { anEvent, aWrite } from '../testing/store-rows.ts'
import { entryText, GENESIS, signLink } from './chain.ts'
import { newSigner } from './signer.ts'
import { openSqliteStore } from './sqlite/open-sqlite-store.ts'
import { type ChainReport, type Proof, verifyChain } from './verify-chain.ts'

// Events 1 to 7 in the links 1, 2 to 4 (3 is another tenant's), 5, 6 and 7.
let template = ''
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'leeway-'))
  const writing = await openSqliteStore({ folder: template })
  await writing.append(aWrite({ events: [anEvent({ note: 'one', job: 'jk', checkpoint: 'x' })] }))
  await writing.append(aWrite({ events: [anEvent(), anEvent({ tenant: 'two' }), anEvent()] }))
  for (const note of ['five', 'six', 'seven']) await writing.append(aWrite({ events: [anEvent({ note })] }))
  await writing.close()
})
afterAll(() => rmSync(template, { recursive: true }))

/** A copy of the log in which somebody has changed something behind our back. */
async function aLog(change = ''): Promise<Store> {
  const folder = aFolder()
  cpSync(template, folder, { recursive: true })
  const db = new Database(join(folder, 'leeway.db'))
  if (change !== '') db.exec(change)
  db.close()
  const store = await openSqliteStore({ folder })
  onTestFinished(() => store.close())
  return store
}

const verify = (store: Store, proof: Partial<Proof> = {}): Promise<ChainReport> =>
  verifyChain(store, { tenant: LOCAL, ...proof })

test('an untouched log verifies and tells its head', async () => {
  const report = await verify(await aLog())
  expect(report).toMatchObject({ ok: true, events: 6, links: 5, head: { last: 7 } })
})

const COPY = 'tenant, job, checkpoint, type, at, actor, data'

test.for([
  // what somebody did                 how                                                                      found              at
  [
    'changed what was said',
    `UPDATE events SET data = replace(data, 'five', 'fife') WHERE seq = 5`,
    'events_differ',
    5,
    5,
  ],
  [
    'changed a text but not its sense',
    `UPDATE events SET data = replace(data, ':', ': ') WHERE seq = 5`,
    'events_differ',
    5,
    5,
  ],
  ['changed who did it', `UPDATE events SET actor = replace(actor, 'ada', 'eve') WHERE seq = 1`, 'events_differ', 1, 1],
  ['changed when it was', `UPDATE events SET at = '2026-05-04T12:00:00.001Z' WHERE seq = 6`, 'events_differ', 6, 6],
  ['changed its kind', `UPDATE events SET type = 'grant_used' WHERE seq = 6`, 'events_differ', 6, 6],
  ['gave it to no job', `UPDATE events SET job = NULL WHERE seq = 1`, 'events_differ', 1, 1],
  [
    'moved text between two parts',
    `UPDATE events SET job = 'j', checkpoint = 'kx' WHERE seq = 1`,
    'events_differ',
    1,
    1,
  ],
  ['removed the first', `DELETE FROM events WHERE seq = 1`, 'events_differ', 1, 1],
  ['removed one of a commit', `DELETE FROM events WHERE seq = 4`, 'events_differ', 2, 4],
  ['removed the last', `DELETE FROM events WHERE seq = 7`, 'events_differ', 7, 7],
  ['gave one to another tenant', `UPDATE events SET tenant = 'two' WHERE seq = 5`, 'events_differ', 5, 5],
  [
    'swapped two',
    `UPDATE events SET seq = -seq WHERE seq IN (5, 6);
                                        UPDATE events SET seq = 11 + seq WHERE seq < 0`,
    'events_differ',
    5,
    5,
  ],
  ['moved one to the end', `UPDATE events SET seq = 8 WHERE seq = 5`, 'events_differ', 5, 5],
  ['took one from another tenant', `UPDATE events SET tenant = 'local' WHERE seq = 3`, 'events_differ', 2, 4],
  [
    'added one at the end',
    `INSERT INTO events (seq, ${COPY}) SELECT 8, ${COPY} FROM events WHERE seq = 7`,
    'event_added',
    8,
    8,
  ],
  [
    'added one before the first',
    `INSERT INTO events (seq, ${COPY}) SELECT -1, ${COPY} FROM events WHERE seq = 7`,
    'event_added',
    -1,
    -1,
  ],
  [
    'added a link before the first',
    `INSERT INTO links SELECT tenant, -1, -1, count, previous, hash, signature, key FROM links WHERE last = 7`,
    'link_broken',
    -1,
    -1,
  ],
  ['removed a link', `DELETE FROM links WHERE tenant = 'local' AND last = 5`, 'link_broken', 6, 6],
  ['removed the first link', `DELETE FROM links WHERE tenant = 'local' AND last = 1`, 'link_broken', 2, 4],
  [
    'removed a link and its event',
    `DELETE FROM links WHERE last = 5; DELETE FROM events WHERE seq = 5`,
    'link_broken',
    6,
    6,
  ],
  ['removed the last link', `DELETE FROM links WHERE last = 7`, 'event_added', 7, 7],
  ['removed every link', `DELETE FROM links`, 'event_added', 1, 1],
  ['changed a hash', `UPDATE links SET hash = replace(hash, 'a', 'b') WHERE last = 5`, 'not_signed', 5, 5],
  ['changed a signature', `UPDATE links SET signature = 'AAAA' WHERE last = 5`, 'not_signed', 5, 5],
  ['changed a count', `UPDATE links SET count = 3 WHERE tenant = 'local' AND last = 4`, 'not_signed', 2, 4],
  ['changed where a link begins', `UPDATE links SET first = 3 WHERE tenant = 'local' AND last = 4`, 'not_signed', 3, 4],
  ['changed what a link follows', `UPDATE links SET previous = hash WHERE last = 5`, 'link_broken', 5, 5],
  ['put another key in its place', `UPDATE meta SET value = 'no key' WHERE name GLOB 'key:*'`, 'not_signed', 1, 1],
] as const)('it is found that somebody %s', async ([, change, flaw, first, last]) => {
  const store = await aLog(change)
  expect(await verify(store)).toMatchObject({ ok: false, flaw, first, last })
})

test('invariant 29: what somebody put under a tenant that has no chain is found, because every tenant of an event is verified', async () => {
  const added = `INSERT INTO events (seq, ${COPY}) SELECT 8, ${COPY.replace('tenant', "'acme'")} FROM events WHERE seq = 7`
  const store = await aLog(added)
  expect(await store.tenants()).toEqual(['acme', LOCAL, 'two'])
  expect(await verify(store, { tenant: 'acme' })).toMatchObject({ ok: false, flaw: 'event_added', first: 8, last: 8 })
})

test('everything that is wrong is named, also behind the first of it', async () => {
  const change = `UPDATE events SET data = replace(data, 'five', 'fife') WHERE seq = 5;
    DELETE FROM events WHERE seq = 1;
    UPDATE links SET signature = 'AAAA' WHERE last = 6;
    INSERT INTO events (seq, ${COPY}) SELECT 8, ${COPY} FROM events WHERE seq = 7;
    INSERT INTO events (seq, ${COPY}) SELECT 9, ${COPY} FROM events WHERE seq = 7`
  const pinned = { last: 10, hash: GENESIS }
  expect(await verify(await aLog(change), { pinned })).toMatchObject({
    flaw: 'events_differ',
    first: 1,
    others: [
      { flaw: 'events_differ', first: 5 },
      { flaw: 'not_signed', first: 6 },
      { flaw: 'event_added', first: 8 },
      { flaw: 'event_added', first: 9 },
      { flaw: 'head_missing', first: 10 },
    ],
    more: 0,
  })
})

test.for([
  [
    'a link that was put in',
    `INSERT INTO links SELECT tenant, -1, -1, count, previous, hash, 'A', key FROM links WHERE last = 7`,
  ],
  ['a link that was removed', `DELETE FROM links WHERE tenant = 'local' AND last = 5`],
])('behind %s the next ones still follow', async ([, change]) => {
  expect(await verify(await aLog(change))).toMatchObject({ flaw: 'link_broken', others: [], more: 0 })
})

test('a cut end is found by whoever kept the head', async () => {
  const store = await aLog('DELETE FROM events WHERE seq > 5; DELETE FROM links WHERE last > 5')
  expect(await verify(store)).toMatchObject({ ok: true, head: { last: 5 } })
  const whole = await verify(await aLog())
  const pinned = whole.ok && whole.head !== null ? whole.head : { last: 0, hash: '' }
  expect(await verify(store, { pinned })).toMatchObject({ ok: false, flaw: 'head_missing', first: 7 })
})

test('an older head still proves what lies behind it, and another one at its place does not', async () => {
  const store = await aLog()
  const [, second] = await store.links({ tenant: LOCAL, limit: 10 })
  const pinned = { last: second?.last ?? 0, hash: second?.hash ?? '' }
  expect(await verify(store, { pinned })).toMatchObject({ ok: true })
  expect(await verify(store, { pinned: { ...pinned, hash: GENESIS } })).toMatchObject({
    ok: false,
    flaw: 'head_missing',
  })
})

test('a log that somebody signed anew with a key of their own is found by whoever trusts only the old key', async () => {
  const store = await aLog()
  const old = Object.keys(await store.keys())
  const forger = newSigner()
  const forged = (await store.links({ tenant: LOCAL, limit: 1 })).map(({ tenant, first, last, count, previous }) =>
    signLink({ tenant, first, last, count, previous, entries: '' }, forger),
  )
  const log = { ...readerOf(store), links: async ({ after = 0 }) => (after === 0 ? forged : []) }
  const keys = async (): Promise<Record<string, string>> => ({
    ...(await store.keys()),
    [forger.key]: forger.publicKey,
  })
  expect(await verifyChain({ ...log, keys }, { tenant: LOCAL })).toMatchObject({ flaw: 'events_differ' })
  expect(await verifyChain({ ...log, keys }, { tenant: LOCAL, trusted: old })).toMatchObject({ flaw: 'other_key' })
})

test('another key under the id of the trusted one proves nothing', async () => {
  const store = await aLog()
  const [id = ''] = Object.keys(await store.keys())
  const forger = newSigner()
  const forged: Link[] = []
  let previous = GENESIS
  for (const { tenant, first, last, count } of await store.links({ tenant: LOCAL, limit: 10 })) {
    const covered = (await store.entries({ tenant, after: first - 1, limit: count })).map((entry) =>
      entryText(entry.seq, entry),
    )
    const link = signLink({ tenant, first, last, count, previous, entries: covered.join('') }, { ...forger, key: id })
    forged.push(link)
    previous = link.hash
  }
  const links: Store['links'] = async ({ after = 0 }) => forged.filter(({ last }) => last > after)
  const log = { ...readerOf(store), links, keys: async () => ({ [id]: forger.publicKey }) }
  expect(await verifyChain(log, { tenant: LOCAL, trusted: [id] })).toMatchObject({ flaw: 'not_signed', first: 1 })
})

test('a clear beginning of the id of a key counts as the key, if it is long enough', async () => {
  const store = await aLog()
  const [id = ''] = Object.keys(await store.keys())
  expect(await verify(store, { trusted: [id.slice(0, 16)] })).toMatchObject({ ok: true, keys: [id] })
  expect(await verify(store, { trusted: [id.slice(0, 15)] })).toMatchObject({ ok: false, flaw: 'other_key' })
  const twin = `${id.slice(0, 63)}${id.endsWith('0') ? '1' : '0'}`
  expect(await verify(store, { trusted: [twin] })).toMatchObject({ ok: false, flaw: 'other_key' })
})

test('a log that no trusted key has signed is told once, with the keys that have', async () => {
  const store = await aLog()
  const [id = ''] = Object.keys(await store.keys())
  const other = 'f'.repeat(64)
  expect(await verify(store, { trusted: [other] })).toEqual({
    ok: false,
    flaw: 'other_key',
    first: 1,
    last: 7,
    message: `No link is signed by "${other}". This log is signed by ${id}.`,
    others: [],
    more: 0,
  })
  expect(await verify(store, { trusted: [other, id] })).toMatchObject({ ok: true })
})

function readerOf(store: Store): Pick<Store, 'entries' | 'links' | 'keys'> {
  return {
    entries: (query) => store.entries(query),
    links: (query) => store.links(query),
    keys: () => store.keys(),
  }
}
