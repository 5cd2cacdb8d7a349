import { expect, test } from 'vitest'
import { anEvent, aWrite, jobRow } from '../../testing/store-rows.ts'
import type { Opened } from './shared-contract.ts'

/** What every store does from its opening to its end. */
export function lifeContract(opened: Opened): void {
  test('time never runs backwards', async () => {
    let now = new Date('2026-05-04T12:00:00.000Z')
    const store = await opened(() => now)
    expect(store.now()).toEqual(now)
    now = new Date('2026-05-04T11:00:00.000Z')
    expect(store.now().getTime()).toBeGreaterThanOrEqual(Date.parse('2026-05-04T12:00:00.000Z'))
    now = new Date('2026-05-04T12:30:00.000Z')
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
