import { expect, test } from 'vitest'
import type { Store, Write } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import { SCOUT } from '../testing/builders.ts'
import { aWorld } from '../testing/world.ts'
import type { Context } from './context.ts'
import { recordAction } from './record-action.ts'

/** A claimed action in a store that meets the next writes with these errors. */
async function claimed(errors: readonly unknown[]) {
  const world = await aWorld({ policy: 'workers/autonomous' })
  const asked = await world.ask({ tool: 'look', key: 'k', claim: { recorded: true } })
  const attempt = 'attempt' in asked ? asked.attempt : null
  if (attempt === null) throw new Error('It was not allowed.')
  const left = [...errors]
  const append = async (write: Write) => {
    if (left.length > 0) throw left.shift()
    return world.store.append(write)
  }
  const store = new Proxy(world.store, {
    get: (real, name) => {
      if (name === 'append') return append
      const part: unknown = Reflect.get(real, name, real)
      return typeof part === 'function' ? part.bind(real) : part
    },
  }) as Store
  const session = { id: attempt.session, over: new AbortController() }
  const context = { store, policies: world.ports.policies, tenant: attempt.tenant, session } as unknown as Context
  const record = () =>
    recordAction(context, { attempt, by: SCOUT }, { status: 'succeeded', outcome: { value: 'did it' } })
  const row = async () => (await world.store.get('attempts', attempt.id))?.row
  return { record, row, session }
}

const BUSY = new AppError('store_busy')

test('a store that is busy is waited for, however long, because the action has run', async () => {
  const { record, row } = await claimed([BUSY, BUSY, BUSY])
  expect(await record()).toEqual({ value: 'did it' })
  expect(await row()).toMatchObject({ status: 'succeeded', outcome: { value: 'did it' } })
})

test('nobody waits for a busy store whose session is over', async () => {
  const { record, session } = await claimed([BUSY])
  session.over.abort()
  await expect(record()).rejects.toMatchObject({ code: 'store_busy' })
})

test('whatever keeps an outcome from being kept, that it ran is kept', async () => {
  const { record, row } = await claimed([new TypeError('no such thing')])
  const left_out = 'What came of it could not be kept: no such thing'
  expect(await record()).toEqual({ value: null, left_out })
  expect(await row()).toMatchObject({ status: 'succeeded', outcome: { left_out } })
})

test('where nothing can be recorded the action is in doubt, so that a person can settle it', async () => {
  const { record, row } = await claimed([new TypeError('one'), new TypeError('two')])
  await expect(record()).rejects.toThrow('two')
  expect(await row()).toMatchObject({ status: 'in_doubt' })
})

test('what somebody else has settled stays as it is', async () => {
  const { record, row } = await claimed([])
  await record()
  await expect(record()).rejects.toMatchObject({ code: 'attempt_ended' })
  expect(await row()).toMatchObject({ status: 'succeeded' })
})
