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

test('rows of two tables under one id are two rows', async () => {
  const world = await aWorld()
  await world.run(enrolPerson, {
    by: ADA,
    change: false,
    person: aPerson({ id: PersonId.parse('job-1'), token_hash: 'a' }),
  })
  const read = new Reader(world.store)
  expect(await read.get('jobs', 'job-1')).toMatchObject({ agent: expect.any(String) })
  expect(await read.get('people', 'job-1')).toMatchObject({ token_hash: 'a' })
  expect(await read.get('grants', 'job-1')).toBeUndefined()
  expect(
    read
      .all()
      .map(({ table, version }) => `${table} ${version}`)
      .toSorted(),
  ).toEqual(['grants 0', 'jobs 1', 'people 1'])
})
