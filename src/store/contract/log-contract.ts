import { expect, test } from 'vitest'
import type { NewEvent } from '../../engine/ports.ts'
import { LOCAL } from '../../model/ids.ts'
import { anEvent, aWrite, jobRow } from '../../testing/store-rows.ts'
import { verifyChain } from '../verify-chain.ts'
import { notes, type Opened } from './shared-contract.ts'

/** What every store does with the log and its chain. */
export function logContract(opened: Opened): void {
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
