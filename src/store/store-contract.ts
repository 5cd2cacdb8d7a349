import { describe, expect, onTestFinished, test } from 'vitest'
import type { NewEvent, Seen, Store, StoredEvent, Tables, Write } from '../engine/ports.ts'
import { JobId, LOCAL, TenantId } from '../model/ids.ts'
import { anEffect, anEvent, aStoredJob, aWrite, jobRow } from '../testing/store-rows.ts'
import { verifyChain } from './verify-chain.ts'

/** Opens an empty store that goes by this clock. */
export type OpenStore = (clock: () => Date) => Promise<Store>

/** What every store does; a second engine only plugs in. */
export function storeContract(name: string, open: OpenStore): void {
  const opened = async (clock: () => Date = () => new Date()): Promise<Store> => {
    const store = await open(clock)
    onTestFinished(() => store.close())
    return store
  }
  describe(`${name}`, () => {
    rowsContract(opened)
    conflictContract(opened)
    findContract(opened)
    logContract(opened)
    effectsContract(opened)
    leasesContract(opened)
    lifeContract(opened)
  })
}

type Opened = (clock?: () => Date) => Promise<Store>

const conflict = { code: 'version_conflict' }

function rowsContract(opened: Opened): void {
  test('a row comes back as it was written, with its version', async () => {
    const store = await opened()
    const input = { text: 'half \ud800 a character, ∞ and \u0000', __proto__x: 1, list: [1, 2.5, -1e300, null, true] }
    await store.append(aWrite({ rows: [jobRow('a', 0, { input })] }))
    expect(await store.get('jobs', 'a')).toEqual({
      id: 'a',
      version: 1,
      row: aStoredJob({ id: JobId.parse('a'), input }),
    })
    await store.append(aWrite({ rows: [jobRow('a', 1, { status: 'stopped' })] }))
    expect(await store.get('jobs', 'a')).toMatchObject({ version: 2, row: { status: 'stopped', input: null } })
    expect(await store.get('jobs', 'b')).toBeUndefined()
  })

  test('what was handed over may be changed afterwards', async () => {
    const store = await opened()
    const input = { step: 1 }
    const written = store.append(aWrite({ rows: [jobRow('a', 0, { input })] }))
    input.step = 2
    await written
    const read = await store.get('jobs', 'a')
    expect(read?.row.input).toEqual({ step: 1 })
    Object.assign(read?.row ?? {}, { title: 'mine' })
    expect((await store.get('jobs', 'a'))?.row.title).toBe('Look around')
  })

  test('a policy is kept for ever under its digest', async () => {
    const store = await opened()
    const row = { budget_usd: 2 } as unknown as Tables['policies']
    await store.append(aWrite({ rows: [{ table: 'policies', id: 'p', version: 0, row }] }))
    expect(await store.get('policies', 'p')).toEqual({ id: 'p', version: 1, row })
    expect(await store.get('policies', 'p')).toEqual({ id: 'p', version: 1, row })
    const change = store.append(aWrite({ rows: [{ table: 'policies', id: 'p', version: 1, row }] }))
    await expect(change).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test.for([
    ['a number without JSON', { rows: [jobRow('a', 0, { input: 1n })] }],
    ['a circle', { rows: [jobRow('a', 0, { input: circle() })] }],
    ['half a character in an id', { rows: [{ ...jobRow('a', 0), id: 'x\ud800' }] }],
    ['half a character in an index', { rows: [jobRow('a', 0, { key: 'x\udc00' })] }],
    ['half a character in a name', { events: [anEvent({ job: 'x\ud800' })] }],
    ['one row twice', { rows: [jobRow('a', 0), jobRow('a', 0)] }],
    ['no order', { rows: [jobRow('a', 0, { started_at: null as unknown as string })] }],
    ['an event without data', { events: [{ ...anEvent(), data: undefined } as unknown as NewEvent] }],
  ] as [string, Partial<Write>][])('what can not be stored as it is is refused alone: %s', async ([, bad]) => {
    const store = await opened()
    const results = await Promise.allSettled([
      store.append(aWrite({ rows: [jobRow('before', 0)] })),
      store.append(aWrite({ events: [anEvent()], effects: [anEffect('e')], ...bad })),
      store.append(aWrite({ rows: [jobRow('after', 0)] })),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: { code: 'invalid_input' } })
    expect(await store.events({ limit: 10 })).toEqual([])
    expect(await store.dueEffects(10)).toEqual([])
  })

  test('nothing is found under an id that no row can have', async () => {
    const store = await opened()
    await store.append(aWrite({ rows: [{ ...jobRow('a', 0), id: '\ufffd' }] }))
    expect(await store.get('jobs', '\ud800')).toBeUndefined()
  })
}

function conflictContract(opened: Opened): void {
  test('a write is done completely or not at all', async () => {
    const store = await opened()
    await store.append(aWrite({ rows: [jobRow('a', 0)] }))
    const write = aWrite({
      rows: [jobRow('new', 0), jobRow('a', 7)],
      events: [anEvent()],
      effects: [anEffect('e')],
    })
    await expect(store.append(write)).rejects.toMatchObject({ ...conflict, details: { table: 'jobs', id: 'a' } })
    expect(await store.get('jobs', 'new')).toBeUndefined()
    expect(await store.get('jobs', 'a')).toMatchObject({ version: 1 })
    expect(await store.events({ limit: 10 })).toEqual([])
    expect(await store.dueEffects(10)).toEqual([])
  })

  test.for<[string, Seen[]]>([
    ['has changed', [{ table: 'jobs', id: 'a', version: 1 }]],
    ['was not there and is now', [{ table: 'jobs', id: 'a', version: 0 }]],
    ['is not there', [{ table: 'jobs', id: 'gone', version: 1 }]],
    ['is older than what was seen', [{ table: 'jobs', id: 'a', version: 3 }]],
    ['stands behind one that is as it was', [seen('b', 1), seen('a', 1)]],
  ])('a write is refused when a row that was only looked at %s', async ([, rows]) => {
    const store = await opened()
    await store.append(aWrite({ rows: [jobRow('a', 0), jobRow('b', 0)] }))
    await store.append(aWrite({ rows: [jobRow('a', 1)] }))
    const write = aWrite({ seen: rows, rows: [jobRow('c', 0)] })
    await expect(store.append(write)).rejects.toMatchObject(conflict)
    expect(await store.get('jobs', 'c')).toBeUndefined()
  })

  test('a write goes through when all it looked at is as it was', async () => {
    const store = await opened()
    await store.append(aWrite({ rows: [jobRow('a', 0)] }))
    await store.append(aWrite({ seen: [seen('a', 1), seen('gone', 0)], rows: [jobRow('a', 1)] }))
    expect(await store.get('jobs', 'a')).toMatchObject({ version: 2 })
  })

  test('a second row with the same value in a unique index is refused, also as a change', async () => {
    const store = await opened()
    await store.append(aWrite({ rows: [jobRow('a', 0, { key: 'k' }), jobRow('b', 0, { key: 'other' })] }))
    await expect(store.append(aWrite({ rows: [jobRow('c', 0, { key: 'k' })] }))).rejects.toMatchObject(conflict)
    await expect(store.append(aWrite({ rows: [jobRow('b', 1, { key: 'k' })] }))).rejects.toMatchObject(conflict)
    const twins = [jobRow('d', 0, { key: 'new' }), jobRow('e', 0, { key: 'new' })]
    await expect(store.append(aWrite({ rows: twins, events: [anEvent()] }))).rejects.toMatchObject(conflict)
    expect(await store.get('jobs', 'd')).toBeUndefined()
    await store.append(aWrite({ rows: [jobRow('a', 1, { key: 'k', status: 'stopped' })] }))
    await store.append(aWrite({ rows: [jobRow('c', 0, { key: 'k', tenant: TenantId.parse('other') })] }))
  })

  test('of many who write over the same row at once exactly one succeeds, and who writes elsewhere succeeds too', async () => {
    const store = await opened()
    await store.append(aWrite({ rows: [jobRow('a', 0)] }))
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) =>
        store.append(
          aWrite({
            rows: at % 2 === 0 ? [jobRow(`own-${at}`, 0), jobRow('a', 1)] : [jobRow(`own-${at}`, 0), jobRow('once', 0)],
            events: [anEvent({ note: String(at) })],
            effects: [anEffect(`e-${at}`)],
          }),
        ),
      ).concat(store.append(aWrite({ rows: [jobRow('elsewhere', 0)], events: [anEvent({ note: 'elsewhere' })] }))),
    )
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, ...Array(38).fill(false), true])
    expect(
      results.filter((result) => result.status === 'rejected').every(({ reason }) => reason.code === conflict.code),
    ).toBe(true)
    expect(notes(await store.events({ limit: 100 }))).toEqual(['0', '1', 'elsewhere'])
    expect((await store.dueEffects(100)).map(({ id }) => id)).toEqual(['e-0', 'e-1'])
    expect(await store.get('jobs', 'own-2')).toBeUndefined()
    expect(await store.get('jobs', 'elsewhere')).toMatchObject({ version: 1 })
    expect(await verifyChain(store, { tenant: LOCAL })).toMatchObject({ ok: true, events: 3 })
  })

  test('who tries again and again what can not be does not keep others from writing', async () => {
    const store = await opened()
    const twins = aWrite({ rows: [jobRow('d', 0, { key: 'new' }), jobRow('e', 0, { key: 'new' })] })
    let isWritten = false
    let tries = 0
    const stubborn = async (): Promise<void> => {
      while (!isWritten && ++tries < 100) await store.append(twins).catch(() => {})
    }
    const write = store.append(aWrite({ rows: [jobRow('a', 0)] })).then(() => {
      isWritten = true
    })
    await Promise.all([stubborn(), write])
    expect(tries).toBeLessThan(10)
  })

  test('a row that was looked at by one write of a turn and changed by the next is a conflict for the third', async () => {
    const store = await opened()
    await store.append(aWrite({ rows: [jobRow('a', 0)] }))
    const results = await Promise.allSettled([
      store.append(aWrite({ seen: [seen('a', 1)], rows: [jobRow('x', 0)] })),
      store.append(aWrite({ rows: [jobRow('a', 1)] })),
      store.append(aWrite({ seen: [seen('a', 1)], rows: [jobRow('y', 0)] })),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })
}

function findContract(opened: Opened): void {
  const parent = JobId.parse('parent')
  const children = { table: 'jobs', index: 'children', equals: ['parent'] } as const

  /** Ten children at five times, so that every time is a tie. */
  async function withChildren(): Promise<Store> {
    const store = await opened()
    const rows = Array.from({ length: 10 }, (_, at) =>
      jobRow(`c${(at * 7) % 10}`, 0, { path: [parent], started_at: `2026-0${1 + Math.floor(at / 2)}` }),
    )
    await store.append(
      aWrite({ rows: [...rows, jobRow('parent', 0), jobRow('other', 0, { path: [JobId.parse('else')] })] }),
    )
    return store
  }
  const ORDER = ['c0', 'c7', 'c1', 'c4', 'c5', 'c8', 'c2', 'c9', 'c3', 'c6']

  test.for([false, true])('pages follow each other without a gap, newest first: %s', async (newestFirst) => {
    const store = await withChildren()
    const ids: string[] = []
    for (let after: { value: string; id: string } | undefined; ; ) {
      const page = await store.find({ ...children, after, newestFirst, limit: 3 })
      ids.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (last === undefined) break
      after = { value: last.row.started_at, id: last.id }
    }
    expect(ids).toEqual(newestFirst ? ORDER.toReversed() : ORDER)
  })

  test('rows up to a value are found, alone and behind a place', async () => {
    const store = await withChildren()
    const ids = async (query: object): Promise<string[]> =>
      (await store.find({ ...children, limit: 100, ...query })).map(({ id }) => id)
    expect(await ids({ until: '2026-02' })).toEqual(ORDER.slice(0, 4))
    expect(await ids({ until: '2026-02', newestFirst: true })).toEqual(ORDER.slice(0, 4).toReversed())
    expect(await ids({ until: '2026-03', after: { value: '2026-02', id: 'c1' } })).toEqual(ORDER.slice(3, 6))
    expect(await ids({ until: '2025' })).toEqual([])
  })

  test('a row with nothing in the first column of an index is not in that index', async () => {
    const store = await opened()
    await store.append(aWrite({ rows: [jobRow('a', 0), jobRow('b', 0), jobRow('c', 0, { key: 'k' })] }))
    const none = await store.find({ table: 'jobs', index: 'by_key', equals: [null], limit: 10 })
    expect(none).toEqual([])
    const one = await store.find({ table: 'jobs', index: 'by_key', equals: [`${LOCAL}/k`], limit: 10 })
    expect(one.map(({ id }) => id)).toEqual(['c'])
  })

  test('an index follows a row that changes, and the others stay', async () => {
    const store = await opened()
    await store.append(aWrite({ rows: [jobRow('a', 0, { key: 'k' }), jobRow('b', 0)] }))
    await store.append(aWrite({ rows: [jobRow('a', 1, { key: 'k', status: 'stopped' })] }))
    const ids = async (equals: readonly string[]): Promise<string[]> =>
      (await store.find({ table: 'jobs', index: 'by_status', equals, limit: 10 })).map(({ id }) => id)
    expect(await ids([LOCAL, 'running'])).toEqual(['b'])
    expect(await ids([LOCAL, 'stopped'])).toEqual(['a'])
    expect(await store.find({ table: 'jobs', index: 'by_key', equals: [`${LOCAL}/k`], limit: 1 })).toMatchObject([
      { id: 'a', version: 2, row: { status: 'stopped' } },
    ])
    await store.append(aWrite({ rows: [jobRow('a', 2)] }))
    expect(await store.find({ table: 'jobs', index: 'by_key', equals: [`${LOCAL}/k`], limit: 1 })).toEqual([])
  })

  test('text is ordered by its code points', async () => {
    const store = await opened()
    const times = ['a', 'z', 'é', '\uffee', '\u{1f600}']
    await store.append(
      aWrite({ rows: times.map((started_at, at) => jobRow(`j${9 - at}`, 0, { path: [parent], started_at })) }),
    )
    const found = await store.find({ ...children, limit: 10 })
    expect(found.map(({ row }) => row.started_at)).toEqual(times)
  })

  test.for([
    ['an index that is not there', { index: 'by_colour' }],
    ['too few values', { equals: [] }],
    ['half a character', { equals: ['\ud800'] }],
    ['a place behind nothing', { after: { value: null, id: 'a' } }],
    ['an empty page', { limit: 0 }],
    ['a page without end', { limit: 1001 }],
  ] as [string, object][])('a query with %s is refused', async ([, bad]) => {
    const store = await opened()
    await expect(store.find({ ...children, limit: 10, ...bad })).rejects.toMatchObject({ code: 'invalid_input' })
  })
}

function logContract(opened: Opened): void {
  test('the newest event is known', async () => {
    const store = await opened()
    expect(await store.last()).toBe(0)
    const { last } = await store.append(aWrite({ events: [anEvent(), anEvent()] }))
    expect(await store.last()).toBe(last)
  })

  test('events are numbered from 1 in the order of their writes, without a gap', async () => {
    const store = await opened()
    const writes = ['a', 'b', 'c'].map((note) => aWrite({ events: [anEvent({ note }), anEvent({ note: `${note}2` })] }))
    const [first, , third] = await Promise.all(writes.map((write) => store.append(write)))
    expect([first, third]).toEqual([{ last: 2 }, { last: 6 }])
    expect(await store.append(aWrite({ rows: [jobRow('a', 0)] }))).toEqual({ last: 6 })
    const events = await store.events({ limit: 10 })
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(notes(events)).toEqual(['a', 'a2', 'b', 'b2', 'c', 'c2'])
    expect(events[0]).toEqual({ seq: 1, ...anEvent({ note: 'a' }) })
  })

  test('events are read by tenant, job, checkpoint, type and place', async () => {
    const store = await opened()
    const other = {
      ...anEvent({ tenant: 'two', job: 'j2', note: 'e' }),
      type: 'stall_signalled',
    } as unknown as NewEvent
    const events = [
      anEvent({ job: 'j1', note: 'a' }),
      anEvent({ job: 'j1', checkpoint: 'c1', note: 'b' }),
      anEvent({ tenant: 'two', job: 'j2', checkpoint: 'c1', note: 'c' }),
      anEvent({ note: 'd' }),
      other,
    ]
    await store.append(aWrite({ events }))
    const read = async (query: object): Promise<string> => notes(await store.events({ limit: 10, ...query })).join('')
    expect(await read({})).toBe('abcde')
    expect(await read({ after: 2, limit: 2 })).toBe('cd')
    expect(await read({ tenant: LOCAL })).toBe('abd')
    expect(await read({ tenant: LOCAL, after: 1 })).toBe('bd')
    expect(await read({ job: 'j1' })).toBe('ab')
    expect(await read({ checkpoint: 'c1' })).toBe('bc')
    expect(await read({ tenant: 'two', checkpoint: 'c1' })).toBe('c')
    expect(await read({ job: 'j1', checkpoint: 'c1', type: 'access_denied' })).toBe('b')
    expect(await read({ type: 'access_denied' })).toBe('abcd')
    expect(await read({ type: 'access_denied', after: 1, limit: 2 })).toBe('bc')
    expect(await read({ tenant: 'two', type: 'stall_signalled' })).toBe('e')
    expect(await read({ tenant: 'two', job: 'j1' })).toBe('')
    expect(await read({ tenant: 'nobody' })).toBe('')
    await expect(store.events({ limit: 0 })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('each tenant has a chain of its own, and every one verifies', async () => {
    const store = await opened()
    await store.append(aWrite({ events: [anEvent(), anEvent({ tenant: 'two' }), anEvent()] }))
    await store.append(aWrite({ events: [anEvent({ tenant: 'two', note: 'é \u{1f600}' })] }))
    expect(await store.tenants()).toEqual([LOCAL, 'two'])
    const [first, second] = await store.links({ tenant: 'two', limit: 10 })
    expect(first).toMatchObject({ tenant: 'two', first: 2, last: 2, count: 1, previous: '0'.repeat(64) })
    expect(second).toMatchObject({ first: 4, last: 4, previous: first?.hash })
    expect(await store.links({ tenant: 'two', after: 2, limit: 10 })).toEqual([second])
    expect(await store.links({ tenant: LOCAL, limit: 10 })).toMatchObject([{ first: 1, last: 3, count: 2 }])
    const keys = Object.keys(await store.keys())
    expect(await verifyChain(store, { tenant: LOCAL })).toMatchObject({ ok: true, events: 2, links: 1, keys })
    const head = { last: 4, hash: second?.hash ?? '' }
    expect(await verifyChain(store, { tenant: 'two', pinned: head })).toMatchObject({
      ok: true,
      events: 2,
      links: 2,
      head,
    })
    expect(await verifyChain(store, { tenant: 'nobody' })).toMatchObject({ ok: true, events: 0, head: null })
  })

  test('a long log is verified while it grows', async () => {
    const store = await opened()
    const grow = async (): Promise<void> => {
      for (let at = 0; at < 30; at++)
        await store.append(aWrite({ events: Array.from({ length: 40 }, () => anEvent()) }))
    }
    await grow()
    const [report] = await Promise.all([verifyChain(store, { tenant: LOCAL }), grow()])
    expect(report).toMatchObject({ ok: true })
    expect(await verifyChain(store, { tenant: LOCAL })).toMatchObject({ ok: true, events: 2400, links: 60 })
  })
}

function effectsContract(opened: Opened): void {
  test('an effect is due until it has ended, and comes back later after a failure', async () => {
    let now = new Date('2026-05-04T12:00:00.000Z')
    const store = await opened(() => now)
    await store.append(aWrite({ events: [anEvent()], effects: [anEffect('z')] }))
    await store.append(aWrite({ events: [anEvent()], effects: [anEffect('a'), anEffect('z')] }))
    expect(await store.dueEffects(10)).toEqual([
      { ...anEffect('z'), tries: 0 },
      { ...anEffect('a'), tries: 0 },
    ])
    expect(await store.dueEffects(1)).toHaveLength(1)

    await store.endEffect('a')
    await store.retryEffect('z', { at: new Date('2026-05-04T12:00:10.000Z'), error: 'no answer' })
    expect(await store.dueEffects(10)).toEqual([])
    now = new Date('2026-05-04T12:00:10.000Z')
    expect(await store.dueEffects(10)).toEqual([{ ...anEffect('z'), tries: 1 }])
    await store.endEffect('z')
    await store.endEffect('z')
    await store.retryEffect('z', { at: now, error: 'too late' })
    expect(await store.dueEffects(10)).toEqual([])
  })
}

function leasesContract(opened: Opened): void {
  const at = (seconds: number): Date => new Date(Date.UTC(2026, 4, 4, 12, 0, seconds))

  test('a lease has one holder until it is over, and its epoch grows with every new one', async () => {
    let now = at(0)
    const store = await opened(() => now)
    const first = await store.lease('effects', 'one', 10)
    expect(first).toEqual({ name: 'effects', holder: 'one', epoch: 1, until: at(10).toISOString() })
    expect(await store.lease('effects', 'two', 10)).toBeNull()
    now = at(9)
    expect(await store.lease('effects', 'one', 10)).toMatchObject({ epoch: 1, until: at(19).toISOString() })
    now = at(19)
    expect(await store.lease('effects', 'two', 10)).toMatchObject({ holder: 'two', epoch: 2 })
    expect(await store.lease('effects', 'one', 10)).toBeNull()
    expect(await store.lease('deadlines', 'one', 10)).toMatchObject({ holder: 'one' })
  })

  test('a released lease is free at once and no epoch comes twice', async () => {
    const store = await opened(() => at(0))
    await store.lease('effects', 'one', 10)
    await store.release('effects', 'two')
    expect(await store.lease('effects', 'two', 10)).toBeNull()
    await store.release('effects', 'one')
    expect(await store.lease('effects', 'two', 10)).toMatchObject({ epoch: 2 })
    await store.release('effects', 'two')
    expect(await store.lease('effects', 'one', 10)).toMatchObject({ epoch: 3 })
  })

  test('leases are listed by how their names begin, over or not', async () => {
    let now = at(0)
    const store = await opened(() => now)
    await store.lease('session:a', 'a', 1)
    await store.lease('session:b', 'b', 100)
    await store.lease('session', 'c', 100)
    now = at(50)
    expect((await store.leases('session:')).map(({ name }) => name)).toEqual(['session:a', 'session:b'])
    expect(await store.leases('s%')).toEqual([])
    expect(await store.leases('')).toHaveLength(3)
  })

  test('racing for a lease gives it to one', async () => {
    const store = await opened(() => at(0))
    const holders = Array.from({ length: 20 }, (_, number) => `holder-${number}`)
    const leases = await Promise.all(holders.map((holder) => store.lease('effects', holder, 10)))
    expect(leases.filter((lease) => lease !== null)).toMatchObject([{ holder: 'holder-0', epoch: 1 }])
  })

  test.for([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a lease of %d seconds is refused', async (seconds) => {
    const store = await opened()
    await expect(store.lease('effects', 'one', seconds)).rejects.toMatchObject({ code: 'invalid_input' })
  })
}

function lifeContract(opened: Opened): void {
  test('time never runs backwards', async () => {
    let now = new Date('2026-05-04T12:00:00.000Z')
    const store = await opened(() => now)
    expect(store.now()).toEqual(now)
    now = new Date('2026-05-04T11:00:00.000Z')
    expect(store.now()).toEqual(new Date('2026-05-04T12:00:00.000Z'))
    now = new Date('2026-05-04T12:00:01.000Z')
    expect(store.now()).toEqual(now)
  })

  test('who watches is told of every commit until they stop', async () => {
    const store = await opened()
    let told = 0
    const changed = (): void => void told++
    const [stop, stopAgain] = [store.watch(changed), store.watch(changed)]
    await store.append(aWrite({ rows: [jobRow('a', 0)] }))
    await Promise.resolve()
    expect(told).toBe(2)
    stopAgain()
    await store.append(aWrite({ rows: [jobRow('b', 0)] }))
    await Promise.resolve()
    expect(told).toBe(3)
    stop()
    await store.append(aWrite({ rows: [jobRow('c', 0)] }))
    await Promise.resolve()
    expect(told).toBe(3)
  })

  test('closing finishes what was asked for and refuses the rest', async () => {
    const store = await opened()
    const write = store.append(aWrite({ rows: [jobRow('a', 0)], events: [anEvent()] }))
    const closed = store.close()
    await expect(store.append(aWrite({ rows: [jobRow('b', 0)] }))).rejects.toMatchObject({ code: 'store_stopped' })
    expect(await write).toEqual({ last: 1 })
    await closed
    await expect(store.endEffect('e')).rejects.toMatchObject({ code: 'store_stopped' })
    await store.close()
  })
}

function seen(id: string, version: number): Seen {
  return { table: 'jobs', id, version }
}

function notes(events: readonly StoredEvent[]): string[] {
  return events.map(({ data }) => (data as { why: string }).why)
}

function circle(): object {
  const value: { self?: unknown } = {}
  value.self = value
  return value
}
