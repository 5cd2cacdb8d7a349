import { expect, test } from 'vitest'
import { enrolPerson } from '../../engine/enrol-person.ts'
import { PersonId } from '../../model/ids.ts'
import { ADA, aPerson } from '../../testing/builders.ts'
import { aWorld } from '../../testing/world.ts'
import { decidersOf } from './approvers.ts'

test('nobody is left out of those who may approve for being the last of very many', async () => {
  const world = await aWorld({ policy: 'jobs/guided' })
  const checkpoint = await world.hold()
  const { approvers: before } = await decidersOf(world, checkpoint, [await world.row('jobs', checkpoint.job)])
  const names = Array.from({ length: 1001 }, (_, at) => PersonId.parse(`p-${at}`))
  for (const id of names) {
    await world.run(enrolPerson, { by: ADA, person: aPerson({ id, role: 'reviewer' }), change: false })
  }
  const { approvers: after } = await decidersOf(world, checkpoint, [await world.row('jobs', checkpoint.job)])
  expect(after.toSorted()).toEqual([...before, ...names].toSorted())
})
