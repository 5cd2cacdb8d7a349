import { expect, test } from 'vitest'
import { PersonId } from '../model/ids.ts'
import { ADA, aPerson } from '../testing/builders.ts'
import { aWorld } from '../testing/world.ts'
import { enrolPerson } from './enrol-person.ts'
import { Reader } from './reader.ts'

test('a row that changes between two looks at it is stale, because the first look was relied on', async () => {
  const world = await aWorld()
  const read = new Reader(world.store)
  const rob = await read.get('people', 'rob')
  const person = aPerson({ id: PersonId.parse('rob'), token_hash: 'renewed' })
  await world.run(enrolPerson, { by: ADA, change: true, person })
  await read.find({ table: 'people', index: 'all', equals: ['listed'], limit: 100 })
  expect(await read.isStale()).toBe(true)
  expect(await read.get('people', 'rob')).toEqual(rob)
})
