import { expect, test } from 'vitest'
import { anEffect, anEvent, aWrite } from '../../testing/store-rows.ts'
import type { Opened } from './shared-contract.ts'

/** What every store does with effects. */
export function effectsContract(opened: Opened): void {
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
