import { expect, test } from 'vitest'
import { takeLease } from './take-lease.ts'

const held = { name: 'effects', holder: 'one', epoch: 4, until: 10_000, length: 10_000 }
const asked = { name: 'effects', holder: 'two', length: 5000, now: 1000, epoch: 5 }

test('at the exact instant of its end a lease is over', () => {
  expect(takeLease(held, { ...asked, now: 9999 })).toMatchObject({ taken: false })
  expect(takeLease(held, { ...asked, now: 10_000 })).toMatchObject({
    taken: true,
    lease: { holder: 'two', epoch: 5, until: 15_000 },
  })
})

test('after the clock has stepped back a lease reaches no further than it was long', () => {
  const hourAgo = { ...asked, now: -3_600_000 }
  const refused = takeLease(held, hourAgo)
  expect(refused).toEqual({ taken: false, lease: { ...held, until: -3_590_000 } })
  expect(takeLease(refused.lease, { ...hourAgo, now: -3_590_000 })).toMatchObject({ taken: true, lease: { epoch: 5 } })
})

test('who holds a lease keeps its epoch, also when it was over', () => {
  const again = takeLease(held, { ...asked, holder: 'one', now: 20_000 })
  expect(again).toEqual({ taken: true, lease: { ...held, until: 25_000, length: 5000 } })
})
