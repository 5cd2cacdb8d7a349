import { expect, test } from 'vitest'
import { CheckpointId } from '../model/ids.ts'
import { THE_END } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { forgetApproval } from './forget-approval.ts'

const forget = (world: World, checkpoint = 'chk-1') =>
  world.run(forgetApproval, { checkpoint: CheckpointId.parse(checkpoint) })

test.for([
  ['an approval', { answer: 'approve' }],
  ['a response', { answer: 'respond', value: 1 }],
] as const)('invariant 10: %s that nobody knows the use of any more is worth nothing, once', async ([, review]) => {
  const world = await aWorld()
  await world.hold({ gate: THE_END })
  await world.review('chk-1', review)
  expect(await forget(world)).toBe(true)
  expect(await forget(world)).toBe(false)
  await expect(world.takeUp('chk-1')).rejects.toMatchObject({ code: 'already_spent' })
  expect(await world.events('approval_spent')).toMatchObject([{ data: { voided: true, forgotten: true } }])
})

test('what is open or was rejected has no yes to forget', async () => {
  const world = await aWorld()
  await world.hold()
  expect(await forget(world)).toBe(false)
  await world.review('chk-1', { answer: 'reject', reason: 'No.' })
  expect(await forget(world)).toBe(false)
  await expect(forget(world, 'chk-9')).rejects.toMatchObject({ code: 'not_found' })
})

test('an approval that was spent stays spent on what it was', async () => {
  const world = await aWorld()
  await world.hold()
  await world.approve('chk-1')
  const { attempt } = await world.spend('chk-1')
  expect(await forget(world)).toBe(false)
  expect(await world.checkpoint('chk-1')).toMatchObject({ attempt: attempt.id })
})
