import { expect, test } from 'vitest'
import { openContext } from '../../src/compose.ts'
import type { Store } from '../../src/engine/ports.ts'
import { PersonId } from '../../src/model/ids.ts'
import { CheckpointStore } from '../../src/sdk/checkpoints/checkpoint-store.ts'
import { takeSeat } from '../../src/sdk/desk/seat.ts'
import { aHouse } from '../../src/testing/house.ts'

test('a token that is renewed while its holder approves is worth nothing in that very commit', async () => {
  const house = await aHouse()
  const context = await openContext({ root: house.root, tellHolds: false })
  let looks = 0
  const meddling = new Proxy(context.store as Store, {
    get(target, name: keyof Store) {
      if (name === 'getNow') return undefined
      const found = Reflect.get(target, name)
      if (name !== 'get') return typeof found === 'function' ? found.bind(target) : found
      return async (...asked: Parameters<Store['get']>) => {
        // The first look is whether there is such a checkpoint, the second is the review's.
        if (asked[0] === 'checkpoints' && ++looks === 2) await house.desk.renewToken(PersonId.parse('ada'))
        return target.get(...asked)
      }
    },
  })
  const seen = { ...context, store: meddling } as typeof context
  const store = new CheckpointStore({ context: seen, seat: await takeSeat(seen, house.token), name: 'default' })
  const { id } = await store.create({ deliverable: 'draft' })
  looks = 0
  await expect(store.approve(id)).rejects.toMatchObject({ code: 'not_authorised' })
  expect((await house.store.get('checkpoints', id))?.row.status).toBe('pending')
  await context.store.close()
})
