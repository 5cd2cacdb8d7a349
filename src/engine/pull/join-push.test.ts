import { expect, test } from 'vitest'
import { LOCAL, PersonId, ThreadId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { ADA, aCall, EVE, NOON, person, ROB, rule, SCOUT, VIC } from '../../testing/builders.ts'
import { aDraft, aRound, oid, PullWorld } from '../../testing/pull-world.ts'
import { aWrite } from '../../testing/store-rows.ts'
import { aWorld } from '../../testing/world.ts'
import { apply } from '../apply.ts'
import { eventMaker } from '../event-maker.ts'
import type { Look } from '../ports.ts'
import { expectPush } from './expect-push.ts'
import { joinPush } from './join-push.ts'

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

test('before anybody was asked somebody’s push is a round like others', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.open()
  expect(await pulls.join('2', ROB)).toMatchObject({ round: 2, head: oid('c2') })
  expect(await pulls.world.events('checkpoint_revised')).toEqual([])
})

test('lines move by a push only of threads that are there and about lines', async () => {
  const pulls = await aPullWorld()
  await pulls.submit('comment', { threads: [aDraft('t1', { anchor: null }), aDraft('t2')] })
  const place = { path: 'plan.md', first: 9, last: 9 }
  const places = ['t1', 't2', 't9'].map((id) => ({ thread: ThreadId.parse(id), place }))
  const { id: pull, head: on } = await pulls.pull()
  await pulls.world.run(joinPush, { pull, by: ROB, on, round: aRound('2'), places })
  expect(await pulls.thread('t1')).toMatchObject({ place: null })
  expect(await pulls.thread('t2')).toMatchObject({ place })
})

test.for([true, undefined])('in an older log whoever was expected is named by that: %s', async (holds_landing) => {
  const pulls = await aPullWorld()
  const before = await pulls.pull()
  const pull = { ...before, landing: { by: PersonId.parse('eve') } } as unknown as Pull
  const event = eventMaker({ tenant: LOCAL, actor: SCOUT, now: NOON, job: before.job })
  const round = { ...aRound('2'), pull: before.id, number: 2, by: SCOUT, at: NOON.toISOString(), returned: [] }
  const data = { pull: before.id, round, gates: before.gates, places: [], ...(holds_landing && { holds_landing }) }
  const look = ((table: string) => (table === 'pulls' ? pull : undefined)) as unknown as Look
  const rows = apply(look, event('round_pushed', data)).filter(({ table }) => table === 'pulls')
  expect(rows).toMatchObject([{ row: { pushed_by: holds_landing ? ['eve'] : [] } }])
})
