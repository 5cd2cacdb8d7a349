import { expect, test } from 'vitest'
import { LOCAL, PersonId } from '../model/ids.ts'
import { ADA, aPerson } from '../testing/builders.ts'
import { aWorld } from '../testing/world.ts'
import { enrolPerson } from './enrol-person.ts'
import { eventMaker } from './event-maker.ts'
import { Reader } from './reader.ts'
import type { Verb } from './verb.ts'

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

test('a row that was read in brief is read whole where somebody needs it whole', async () => {
  const world = await aWorld()
  const held = await world.hold()
  const read = new Reader(world.store)
  expect(await read.brief('checkpoints', held.id)).toMatchObject({ status: 'pending' })
  expect(await read.get('checkpoints', held.id)).toEqual(await world.checkpoint(held.id))
  expect(await read.brief('checkpoints', held.id)).toEqual(await world.checkpoint(held.id))
  expect(read.row('checkpoints', held.id)).toEqual(await world.checkpoint(held.id))
})

test('what was relied on first is what was read in brief, whatever the whole row says later', async () => {
  const world = await aWorld()
  const { id } = await world.hold()
  const read = new Reader(world.store)
  await read.brief('checkpoints', id)
  await world.approve(id)
  expect(await read.get('checkpoints', id)).toMatchObject({ status: 'approved' })
  expect(read.seen('checkpoints', id)).toMatchObject({ version: 1 })
  expect(await read.isStale()).toBe(true)
})

test('that there was no row is remembered, in brief too', async () => {
  const world = await aWorld()
  const read = new Reader(world.store)
  expect(await read.brief('checkpoints', 'chk-1')).toBeUndefined()
  await world.hold({ checkpoint: 'chk-1' })
  expect(await read.brief('checkpoints', 'chk-1')).toBeUndefined()
  expect(await read.isStale()).toBe(true)
})

test('a command that read a checkpoint in brief can not change its terms', async () => {
  const world = await aWorld()
  const { id, job } = await world.hold()
  const careless: Verb<null, void, void> = {
    load: async (read) => void (await read.brief('checkpoints', id)),
    decide: (_state, _input, now) => {
      const event = eventMaker({ tenant: LOCAL, actor: ADA, now, job, checkpoint: id })
      return {
        events: [event('checkpoint_overdue', { did: 'wait', approvers: [], deadline: null })],
        effects: [],
        result: undefined,
      }
    },
  }
  await expect(world.run(careless, null)).rejects.toThrow(`Checkpoint ${id} was read in brief, and its terms change.`)
})
