import { expect, test } from 'vitest'
import { doubtAttempt } from '../engine/doubt-attempt.ts'
import { SCOUT } from '../testing/builders.ts'
import { aWorld } from '../testing/world.ts'
import { jobView } from './desk/job-view.ts'
import { holdsOf, pageOfHolds } from './holds-of.ts'

const TEXT = 'x'.repeat(20_000)

test.for([
  ['a root', 'job-1'],
  ['a child', 'child'],
] as const)('of the holds of %s no more are read than there is room for', async ([, job]) => {
  const world = await aWorld()
  await world.start({ id: 'child', parent: 'job-1' })
  for (let number = 0; number < 25; number += 1) await world.hold({ job, args: { number, text: TEXT } })
  const row = await world.job(job)
  expect(await holdsOf(world.store, row)).toHaveLength(25)
  expect((await pageOfHolds(world.store, row, { limit: 100, mostText: 50_000 })).rows).toHaveLength(10)
})

test('every action in doubt of a job is shown, also where they are many', async () => {
  const world = await aWorld()
  const claims = []
  for (let number = 0; number < 25; number += 1) {
    const asked = await world.ask({ tool: 'read', key: `k${number}`, claim: { recorded: true }, by: SCOUT })
    if (asked.status === 'allowed' && asked.attempt) claims.push(asked.attempt.id)
  }
  for (const attempt of claims) await world.run(doubtAttempt, { attempt })
  const { in_doubt, more } = await jobView(world.ports, (await world.job()).id)
  expect(in_doubt.map(({ id }) => id).toSorted()).toEqual(claims.toSorted())
  expect([in_doubt.length, more]).toEqual([25, false])
})
