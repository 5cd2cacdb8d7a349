import { expect, test } from 'vitest'
import type { Store } from '../../engine/ports.ts'
import { aHouse } from '../../testing/house.ts'
import { Journal } from './journal.ts'

const DRAFT = { kind: 'checkpoint', type: 'deliverable' } as const

/** The same store, counting the events that it gives. */
function counting(store: Store) {
  const read = { events: 0 }
  const events: Store['events'] = async (query) => {
    const found = await store.events(query)
    if (query.type === undefined) read.events += found.length
    return found
  }
  return { read, store: Object.assign(Object.create(store) as Store, { events }) }
}

test('a long job is not read again from its start: finished phases are passed over', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const program = leeway.program({ name: 'long', version: '1' }, async (job, phases: number) => {
    for (let p = 0; p < phases; p++) {
      await job.phase('part', async () => {
        for (let s = 0; s < 5; s++) await job.step('step', () => s)
      })
    }
    await job.gate(DRAFT)
  })
  const readOf = async (phases: number) => {
    const { job } = await leeway.start(program, { key: String(phases), input: phases })
    const { store, read } = counting(house.store)
    await Journal.open(store, job)
    return read.events
  }
  const [short, long] = [await readOf(2), await readOf(12)]
  // Each further phase costs its one recorded result and at most one event beside it, whatever was done inside.
  expect(long - short).toBeLessThanOrEqual(20)
})
