import { expect, test } from 'vitest'
import { CheckpointId, LOCAL, TenantId } from '../model/ids.ts'
import { A_FAILURE, A_SECRET, SCOUT } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { type WithdrawCheckpoint, withdrawCheckpoint } from './withdraw-checkpoint.ts'

const withdraw = (world: World, given: Partial<WithdrawCheckpoint> = {}) =>
  world.run(withdrawCheckpoint, {
    tenant: LOCAL,
    checkpoint: CheckpointId.parse('chk-1'),
    by: SCOUT,
    status: 'cancelled',
    reason: 'Never mind.',
    ...given,
  })

test.for(['cancelled', 'superseded'] as const)('whoever asked may close the question as %s', async (status) => {
  const world = await aWorld()
  await world.hold()
  expect(await withdraw(world, { status })).toBe(true)
  expect(await world.checkpoint('chk-1')).toMatchObject({
    status,
    resolution: { answer: null, by: SCOUT, reason: 'Never mind.' },
    spent_at: null,
  })
  expect(await world.job()).toMatchObject({ status: 'running', held: [] })
  await expect(world.spend('chk-1')).rejects.toMatchObject({ code: 'not_approved' })
})

test('what is decided stays decided', async () => {
  const world = await aWorld()
  await world.hold()
  await world.approve('chk-1')
  expect(await withdraw(world)).toBe(false)
  expect(await world.checkpoint('chk-1')).toMatchObject({ status: 'approved' })
})

test('a stopped job stays stopped', async () => {
  const world = await aWorld()
  await world.hold()
  await world.ask({ gate: A_FAILURE })
  await withdraw(world)
  expect(await world.job()).toMatchObject({ status: 'stopped', held: [] })
})

test('nobody closes what is not theirs, or not there', async () => {
  const world = await aWorld()
  await world.hold()
  await expect(withdraw(world, { tenant: TenantId.parse('other') })).rejects.toMatchObject({ code: 'not_found' })
  await expect(withdraw(world, { checkpoint: CheckpointId.parse('chk-9') })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(withdraw(world, { reason: A_SECRET })).rejects.toMatchObject({ code: 'literal_secret' })
})
