import { expect, test } from 'vitest'
import { PersonId, ThreadId } from '../../model/ids.ts'
import { ADA, aCall, EVE, person, ROB, rule, SCOUT, VIC } from '../../testing/builders.ts'
import { aDraft, oid, PullWorld } from '../../testing/pull-world.ts'
import { aWrite } from '../../testing/store-rows.ts'
import { aWorld } from '../../testing/world.ts'
import { expectPush } from './expect-push.ts'

async function aPullWorld(policy: unknown = 'jobs/guided'): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy }))
  await pulls.held()
  return pulls
}

test.for([
  ['an agent', SCOUT, 'actor_not_human'],
  ['an agent under a person’s name', { kind: 'agent', id: 'rob' }, 'actor_not_human'],
  ['a viewer', VIC, 'not_authorised'],
  ['nobody known', person('nobody'), 'not_found'],
] as const)('what %s pushes joins nothing: %2$s', async ([, by, code]) => {
  const pulls = await aPullWorld()
  await expect(pulls.join('2', by)).rejects.toMatchObject({ code })
  expect(await pulls.pull()).toMatchObject({ round: 1 })
})

test('what has joined is heard once, also while it is being merged', async () => {
  const pulls = await aPullWorld()
  await pulls.join('2', ROB)
  expect(await pulls.join('2', ROB)).toMatchObject({ round: 2 })
  await pulls.submit('approve', { by: EVE })
  await pulls.claim()
  expect(await pulls.join('2', ROB)).toMatchObject({ round: 2 })
  expect(await pulls.world.events('round_pushed')).toHaveLength(1)
})

test('in the log stand others beside whoever pushed, where there are any, and what their commits apply, once', async () => {
  const pulls = await aPullWorld()
  await pulls.submit('comment', { threads: [aDraft('t1', { suggestion: 'THREE' })] })
  await pulls.join('2', ROB)
  const { id: pull, head: on } = await pulls.pull()
  const applies = [ThreadId.parse('t1')]
  for (const by of [EVE, ADA]) await pulls.world.run(expectPush, { pull, by, on, to: oid('c3'), applies })
  await pulls.join('3', EVE)
  const [alone, both] = await pulls.world.events('round_pushed')
  expect(alone?.data).not.toHaveProperty('landed_by')
  expect(both?.data).toMatchObject({ landed_by: ['ada'] })
  expect(await pulls.world.events('suggestions_applied')).toMatchObject([{ data: { threads: ['t1'] } }])
})

test('invariant 12: nothing joins that the policy denies by now', async () => {
  const pulls = await aPullWorld({ preset: 'jobs/guided', rules: [rule('wipe', 'deny')] })
  const { checkpoint } = await pulls.pull()
  const { id, version, row } = (await pulls.world.store.get('checkpoints', checkpoint ?? ''))!
  const denied = { ...row, gate: aCall('wipe') }
  await pulls.world.store.append(aWrite({ rows: [{ table: 'checkpoints', id, version, row: denied }] }))
  await expect(pulls.join('2', ROB)).rejects.toMatchObject({ code: 'edit_denied' })
  expect(await pulls.pull()).toMatchObject({ round: 1, pushed_by: [] })
})

test('whoever pushed is remembered by name, and the agent that brings a round is not', async () => {
  const pulls = await aPullWorld()
  await pulls.join('2', ROB)
  expect(await pulls.pull()).toMatchObject({ pushed_by: [PersonId.parse('rob')] })
})
