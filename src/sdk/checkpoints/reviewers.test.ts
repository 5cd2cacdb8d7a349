import { expect, test } from 'vitest'
import { aHouse } from '../../testing/house.ts'
import type { Leeway } from '../leeway.ts'
import { AutoApproveReviewer, type CheckpointHandler, maybeCheckpoint, PendingReviewer } from './reviewers.ts'
import { shouldCheckpoint } from './should-checkpoint.ts'

test.for([
  // level             type                    goes to a person
  ['manual', 'anything', true],
  ['semi_supervised', 'phase_transition', true],
  ['semi_supervised', 'deliverable', true],
  ['semi_supervised', 'pre_render', true],
  ['semi_supervised', 'intermediate_step', false],
  ['autonomous', 'deliverable', false],
] as const)('%s: %s', async ([level, type, goes]) => {
  expect(await shouldCheckpoint(level, type)).toBe(goes)
})

test('a policy answers as its levels do, and an unknown level is an error', async () => {
  expect(await shouldCheckpoint({ checkpoint_types: ['figures'] }, 'figures')).toBe(true)
  await expect(shouldCheckpoint('autonomus', 'deliverable')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a pending reviewer holds work until a person has decided, and then knows the answer', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const store = await leeway.checkpointStore({ token: house.token })
  const reviewer = new PendingReviewer(store)
  const ask = (work: string) => reviewer.onCheckpoint('analyst', 'report', work)
  expect([await ask('a'), await ask('a'), await ask('b')]).toEqual([false, false, false])
  const [a, b] = await store.listPending()
  if (!a || !b) throw new Error('Two offers are pending.')
  await store.approve(a.id)
  await store.reject(b.id, 'No.')
  expect(await ask('a')).toBe(true)
  await expect(ask('b')).rejects.toMatchObject({ name: 'CheckpointRejectedError', reason: 'No.' })
})

test('a pending reviewer lets no approved work go on under a kill switch, nor once its job was called off', async () => {
  const house = await aHouse()
  const store = await (await house.open()).checkpointStore({ token: house.token })
  const ask = () => new PendingReviewer(store).onCheckpoint('analyst', 'report', 'a')
  expect(await ask()).toBe(false)
  await house.answerAll({ answer: 'approve' })
  await house.desk.setKillSwitch({ of: 'all' }, true, 'a leak')
  await expect(ask()).rejects.toMatchObject({ code: 'halted' })
  await house.desk.setKillSwitch({ of: 'all' }, false, 'mended')
  expect(await ask()).toBe(true)
  const [job] = (await house.desk.jobs()).rows
  if (job === undefined) throw new Error('The worker has a job.')
  await house.desk.cancel(job.id, 'enough')
  await expect(ask()).rejects.toMatchObject({ code: 'job_ended' })
})

test('an automatic reviewer approves only what the policy lets pass, and leaves its decision in the log', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const lenient = new AutoApproveReviewer(leeway, { policy: 'workers/autonomous' })
  expect(await lenient.onCheckpoint('analyst', 'report', 'draft')).toBe(true)
  expect(await house.log('gate_decided')).toMatchObject([{ data: { decision: { verdict: 'allow' } } }])

  const careful = new AutoApproveReviewer(leeway, { policy: 'workers/semi_supervised' })
  expect(await careful.onCheckpoint('designer', 'report', 'draft')).toBe(false)
  expect((await house.desk.checkpoints()).rows).toMatchObject([{ agent: 'designer', status: 'pending' }])
  await house.answerAll({ answer: 'approve' })
  expect(await careful.onCheckpoint('designer', 'report', 'draft')).toBe(true)
})

test('without a handler a worker is held where its level asks', async () => {
  const at = { workerName: 'analyst', phase: 'report', deliverable: 'draft', type: 'deliverable' }
  expect(await maybeCheckpoint({ ...at, level: 'semi_supervised', handler: undefined })).toBe(false)
  expect(await maybeCheckpoint({ ...at, level: 'autonomous', handler: undefined })).toBe(true)
})

test('only a plain yes of a handler is one', async () => {
  const saying = (said: unknown): CheckpointHandler => ({ onCheckpoint: async () => said as boolean })
  const at = { level: 'manual', workerName: 'analyst', phase: 'report', deliverable: 'draft' }
  expect(await maybeCheckpoint({ ...at, handler: saying(true) })).toBe(true)
  expect(await maybeCheckpoint({ ...at, handler: saying('yes') })).toBe(false)
  expect(await maybeCheckpoint({ ...at, handler: saying(undefined) })).toBe(false)
})

test('a worker that waits is told once that the store was cleared, and then offers its work anew', async () => {
  const house = await aHouse()
  const store = await (await house.open()).checkpointStore()
  const reviewer = new PendingReviewer(store)
  const ask = (by = reviewer) => by.onCheckpoint('analyst', 'report', 'a')
  expect(await ask()).toBe(false)
  await store.clear()
  await expect(ask()).rejects.toMatchObject({
    code: 'withdrawn',
    message: expect.stringMatching(/which this work waited for, is cancelled. Asked again, the work is offered anew./),
  })
  expect(await ask()).toBe(false)
  expect(await store.listPending()).toHaveLength(1)

  // One that is started afterwards has waited for nothing, and finds the same offer as the others.
  await store.clear()
  expect(await ask(new PendingReviewer(store))).toBe(false)
  await expect(ask()).rejects.toMatchObject({ code: 'withdrawn' })
  expect(await ask()).toBe(false)
  expect(await house.answerAll({ answer: 'approve' })).toBe(1)
  expect(await ask()).toBe(true)
})

test('an automatic reviewer whose worker was called off says so, and one that is started again begins anew', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const begin = (from: Leeway) => new AutoApproveReviewer(from, { policy: 'workers/manual' })
  const [reviewer, ask] = [begin(leeway), (by: CheckpointHandler) => by.onCheckpoint('analyst', 'report', 'a')]
  expect(await ask(reviewer)).toBe(false)
  const [job] = (await house.desk.jobs()).rows
  await house.desk.cancel(job?.id ?? ('' as never), 'Enough.')
  await expect(ask(reviewer)).rejects.toMatchObject({ code: 'job_ended' })
  expect(await ask(begin(await house.open()))).toBe(false)
  expect((await house.desk.checkpoints()).rows).toHaveLength(1)
})
