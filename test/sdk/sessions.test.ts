import { expect, test } from 'vitest'
import { LOCAL } from '../../src/model/ids.ts'
import { isDead, leaseOf, newSession } from '../../src/sdk/session.ts'
import { MemoryStore } from '../../src/store/memory.ts'

test('a session is not kept alive by one whose name begins as its own', async () => {
  const store = new MemoryStore()
  await store.lease(leaseOf('process-10'), newSession(LOCAL).holder, 30)
  expect(await isDead(store, 'process-10')).toBe(false)
  expect(await isDead(store, 'process-1')).toBe(true)
})
