import { expect, test } from 'vitest'
import type { AnyRow, RowWrite, Store } from '../../engine/ports.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { LOCAL } from '../../model/ids.ts'
import { aCheckpoint, terms } from '../../testing/builders.ts'
import { aWrite, jobRow } from '../../testing/store-rows.ts'
import type { Opened } from './shared-contract.ts'

const PENDING = { table: 'checkpoints', index: 'by_status', equals: [LOCAL, 'pending'], limit: 10 } as const

/** What every store does with a row of which only a part is read or written. */
export function briefContract(opened: Opened): void {
  const whole = aCheckpoint()
  const { gate, content, decision, terms: asked, ...brief } = whole

  const write = (version: number, row: unknown): RowWrite => ({
    table: 'checkpoints',
    id: whole.id,
    version,
    row: row as AnyRow,
  })

  /** A checkpoint as plain JSON, as a store gives it. */
  async function withCheckpoint(): Promise<Store> {
    const store = await opened()
    await store.append(aWrite({ rows: [write(0, whole)] }))
    return store
  }

  test('a row in brief has every field that is not kept apart, by its id and by an index', async () => {
    const store = await withCheckpoint()
    const found = await store.findBrief(PENDING)
    expect(found).toEqual([{ id: whole.id, version: 1, row: brief }])
    expect(await store.getBrief('checkpoints', whole.id)).toMatchObject({ id: whole.id, version: 1, row: brief })
    expect(await store.getBrief('checkpoints', 'chk-2')).toBeUndefined()
    expect(await store.getBrief('checkpoints', '\ud800')).toBeUndefined()
  })

  test('a row of which nothing is kept apart is whole in brief', async () => {
    const store = await opened()
    const job = jobRow('a', 0, { input: { large: true } })
    await store.append(aWrite({ rows: [job] }))
    expect(await store.getBrief('jobs', 'a')).toEqual({ id: 'a', version: 1, row: job.row })
    const query = { table: 'jobs', index: 'by_tenant', equals: [LOCAL], limit: 10 } as const
    expect(await store.findBrief(query)).toEqual(await store.find(query))
  })

  test('a write in brief leaves the rest as it is, and moves the row in its indexes', async () => {
    const store = await withCheckpoint()
    await store.append(aWrite({ rows: [write(1, { ...brief, status: 'cancelled' })] }))
    const closed = { ...plain(whole), status: 'cancelled' }
    expect(await store.get('checkpoints', whole.id)).toEqual({ id: whole.id, version: 2, row: closed })
    expect(await store.find(PENDING)).toEqual([])
    expect(await store.find({ ...PENDING, equals: [LOCAL, 'cancelled'] })).toMatchObject([{ row: closed }])
  })

  test('a write in brief over what was changed leaves the change', async () => {
    const store = await withCheckpoint()
    const revised = { ...whole, content: { tool: 'send', args: { to: 'all' } }, revision: 2 }
    await store.append(aWrite({ rows: [write(1, revised)] }))
    await store.append(aWrite({ rows: [write(2, { ...brief, revision: 2, title: 'Closed' })] }))
    expect((await store.get('checkpoints', whole.id))?.row).toEqual({ ...plain(revised), title: 'Closed' })
  })

  test('a write in brief over another version than was seen is refused', async () => {
    const store = await withCheckpoint()
    await store.append(aWrite({ rows: [write(1, { ...brief, title: 'First' })] }))
    const late = store.append(aWrite({ rows: [write(1, { ...brief, title: 'Late' })] }))
    await expect(late).rejects.toMatchObject({ code: 'version_conflict' })
    expect((await store.get('checkpoints', whole.id))?.row.title).toBe('First')
  })

  test.for([
    ['a new row', 0, { ...brief, id: 'chk-2' }],
    ['a new row with half of it', 0, { ...brief, content }],
    ['another half', 1, { ...brief, gate, content, decision }],
    ['a change of one part', 1, { ...brief, terms: terms({ quorum: 2 }) }],
  ] as const)('what would lose a part of a row is refused: %s', async ([, version, row]) => {
    const store = await withCheckpoint()
    const id = version === 0 ? 'chk-2' : whole.id
    const half = store.append(aWrite({ rows: [{ ...write(version, row), id }] }))
    await expect(half).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('without') })
    expect((await store.get('checkpoints', whole.id))?.row).toEqual(plain({ ...whole, terms: asked }))
  })
}

function plain(row: Checkpoint): Checkpoint {
  return JSON.parse(JSON.stringify(row))
}
