import { expect, test } from 'vitest'
import { EVE, person, ROB, SCOUT, VIC } from '../../testing/builders.ts'
import { oid, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { type ExpectPush, expectPush } from './expect-push.ts'

async function aPullWorld() {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held()
  const { id: pull, head: on } = await pulls.pull()
  const push = (given: Partial<ExpectPush> = {}) =>
    pulls.world.run(expectPush, { pull, by: ROB, on, to: oid('e1'), ...given })
  return { pulls, push }
}

test('whoever is about to push is written down before the branch moves', async () => {
  const { pulls, push } = await aPullWorld()
  await push()
  const { landing, head } = await pulls.pull()
  expect(landing).toEqual({ on: head, to: oid('e1'), by: 'rob', applies: [], under: null })
})

test.for([
  ['an agent', SCOUT, 'actor_not_human'],
  ['an agent under a person’s name', { kind: 'agent', id: 'rob' }, 'actor_not_human'],
  ['a viewer', VIC, 'not_authorised'],
  ['nobody known', person('nobody'), 'not_found'],
] as const)('%s is not expected to push: %2$s', async ([, by, code]) => {
  const { pulls, push } = await aPullWorld()
  await expect(push({ by })).rejects.toMatchObject({ code })
  expect(await pulls.pull()).toMatchObject({ landing: null })
})

test('nobody builds on another commit than the newest round, but in the agent’s turn', async () => {
  const { pulls, push } = await aPullWorld()
  await expect(push({ on: oid('0ld') })).rejects.toMatchObject({ code: 'head_moved' })
  await pulls.submit('request_changes', { by: EVE, text: 'Louder.' })
  expect(await push({ on: oid('c9') })).toMatchObject({ landing: { on: oid('c9') } })
})

test('nobody builds on another commit where nobody was asked yet', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  const { id: pull } = await pulls.open()
  const push = pulls.world.run(expectPush, { pull, by: ROB, on: oid('0ld'), to: oid('e1') })
  await expect(push).rejects.toMatchObject({ code: 'head_moved' })
})

test('after an approval it is the agent’s turn, and while it is being merged nobody’s', async () => {
  const { pulls, push } = await aPullWorld()
  await pulls.submit('approve', { by: EVE })
  await push({ on: oid('c9') })
  await pulls.claim()
  await expect(push()).rejects.toMatchObject({ code: 'pull_merging' })
})
