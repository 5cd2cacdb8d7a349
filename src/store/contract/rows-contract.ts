import { expect, test } from 'vitest'
import type { NewEvent, Tables, Write } from '../../engine/ports.ts'
import { JobId } from '../../model/ids.ts'
import { anEffect, anEvent, aStoredJob, aWrite, jobRow } from '../../testing/store-rows.ts'
import type { Opened } from './shared-contract.ts'

/** What every store does with a row by its id. */
export function rowsContract(opened: Opened): void {
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

  test('what a store gives at once is what it gives to whoever waits', async () => {
    const store = await opened()
    const atOnce = (id: string) => (store.getNow === undefined ? store.get('jobs', id) : store.getNow('jobs', id))
    await store.append(aWrite({ rows: [jobRow('a', 0)] }))
    expect(await atOnce('a')).toEqual(await store.get('jobs', 'a'))
    await store.append(aWrite({ rows: [jobRow('a', 1, { status: 'stopped' })] }))
    expect(await atOnce('a')).toMatchObject({ version: 2, row: { status: 'stopped' } })
    expect((await atOnce('b')) ?? undefined).toBeUndefined()
  })

  test('what was handed over may be changed afterwards', async () => {
    const store = await opened()
    const input = { step: 1 }
    const written = store.append(aWrite({ rows: [jobRow('a', 0, { input })] }))
    input.step = 2
    await written
    const read = await store.get('jobs', 'a')
    expect(read?.row.input).toEqual({ step: 1 })
    // Whether it is the reader's own copy or can't be changed is the store's business.
    Reflect.set(read?.row ?? {}, 'title', 'mine')
    expect((await store.get('jobs', 'a'))?.row.title).toBe('Look around')
  })

  test('answers are forgotten when they are old enough, the oldest first, and their keys are free again', async () => {
    const store = await opened()
    const answer = (id: string, hour: number) =>
      ({
        table: 'kept_answers',
        id,
        version: 0,
        row: { request: id, result: null, at: `2026-01-01T0${hour}:00:00.000Z` },
      }) as const
    await store.append(aWrite({ rows: [answer('a', 1), answer('b', 2), answer('c', 3), answer('d', 4)] }))
    const three = new Date('2026-01-01T03:00:00.000Z')
    expect(await store.forgetAnswers(three, 1)).toBe(1)
    expect(await store.get('kept_answers', 'a')).toBeUndefined()
    expect(await store.get('kept_answers', 'b')).toMatchObject({ version: 1 })
    expect(await store.forgetAnswers(three, 100)).toBe(1)
    expect(await store.forgetAnswers(three, 100)).toBe(0)
    expect(await store.get('kept_answers', 'c')).toMatchObject({ version: 1 })
    await store.append(aWrite({ rows: [answer('a', 5)] }))
    expect(await store.get('kept_answers', 'a')).toMatchObject({ version: 1, row: { at: '2026-01-01T05:00:00.000Z' } })
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

function circle(): object {
  const value: { self?: unknown } = {}
  value.self = value
  return value
}
