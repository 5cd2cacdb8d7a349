import { expect, test } from 'vitest'
import { anEffect, aWrite } from '../testing/store-rows.ts'
import { World } from '../testing/world.ts'
import { type EffectHandler, runEffects } from './run-effects.ts'

const handlers = (handle: EffectHandler) => ({ sweep_children: handle, merge_pull: handle, close_hosted: handle })

test('every effect that is due is run once, however many there are', async () => {
  const { store } = await World.over()
  const effects = Array.from({ length: 200 }, (_, at) => anEffect(`e-${at}`))
  await store.append(aWrite({ effects }))
  const ran: string[] = []
  expect(
    await runEffects(
      store,
      handlers(async ({ id }) => void ran.push(id)),
    ),
  ).toBe(200)
  expect(ran.toSorted()).toEqual(effects.map(({ id }) => id).toSorted())
  expect(
    await runEffects(
      store,
      handlers(async ({ id }) => void ran.push(id)),
    ),
  ).toBe(0)
})

test('one that fails is tried again later each time, and stands in the way of no other', async () => {
  const world = await World.over()
  await world.store.append(aWrite({ effects: [anEffect('bad'), anEffect('good')] }))
  const tried: string[] = []
  const run = () =>
    runEffects(
      world.store,
      handlers(async ({ id, tries }) => {
        tried.push(`${id} ${tries}`)
        if (id === 'bad') throw new Error('Away.')
      }),
    )
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  world.pass(1)
  await run()
  world.pass(1)
  await run()
  expect(tried.toSorted()).toEqual(['bad 0', 'bad 1', 'good 0'])
})
