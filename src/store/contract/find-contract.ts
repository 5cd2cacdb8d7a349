import { expect, test } from 'vitest'
import type { Store } from '../../engine/ports.ts'
import { JobId, LOCAL } from '../../model/ids.ts'
import { aWrite, jobRow } from '../../testing/store-rows.ts'
import type { Opened } from './shared-contract.ts'

/** What every store finds by an index, page by page. */
export function findContract(opened: Opened): void {
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
