import { expect, test } from 'vitest'
import type { Opened } from './shared-contract.ts'

/** What every store does with leases. */
export function leasesContract(opened: Opened): void {
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
    await store.lease('session:\u{10ffff}z', 'd', 100)
    await store.lease('session;', 'e', 100)
    expect((await store.leases('session:')).map(({ holder }) => holder)).toEqual(['a', 'b', 'd'])
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
