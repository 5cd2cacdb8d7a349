import { expect, test } from 'vitest'
import { aHouse } from '../../src/testing/house.ts'

test('whoever keeps the house forgets answers that nobody asks for any more, and leaves the others', async () => {
  const house = await aHouse()
  const answer = (id: string, daysAgo: number) => {
    const at = new Date(Date.now() - daysAgo * 24 * 3600 * 1000).toISOString()
    return { table: 'kept_answers', id, version: 0, row: { request: id, result: null, at } } as const
  }
  await house.store.append({ seen: [], rows: [answer('old', 1.1), answer('young', 0.9)], events: [], effects: [] })
  await house.open()
  expect(await house.store.get('kept_answers', 'old')).toBeUndefined()
  expect(await house.store.get('kept_answers', 'young')).toMatchObject({ id: 'young' })
})
