import { expect, test } from 'vitest'
import type { Seen } from '../../engine/ports.ts'
import { LOCAL, TenantId } from '../../model/ids.ts'
import { anEffect, anEvent, aWrite, jobRow } from '../../testing/store-rows.ts'
import { verifyChain } from '../verify-chain.ts'
import { notes, type Opened } from './shared-contract.ts'

const conflict = { code: 'version_conflict' }

/** What every store does when a row has changed since it was read. */
export function conflictContract(opened: Opened): void {
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

function seen(id: string, version: number): Seen {
  return { table: 'jobs', id, version }
}
