import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { KEPT, openDesk, openLeeway } from '../../src/compose.ts'
import { backUp, restore } from '../../src/look-after.ts'
import type { JobId } from '../../src/model/ids.ts'
import { AutoApproveReviewer, type CheckpointHandler, PendingReviewer } from '../../src/sdk/checkpoints/reviewers.ts'
import type { Leeway } from '../../src/sdk/leeway.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aHouse } from '../../src/testing/house.ts'
import { HOUSE_POLICY } from '../../src/testing/house-policy.ts'

const DRAFT = { kind: 'checkpoint', type: 'deliverable' } as const

test('a job of a backup does nothing again by itself: it is stopped until a person resumes it', async () => {
  const house = await aHouse()
  const ran: string[] = []
  const order = (leeway: Leeway) =>
    leeway.program({ name: 'order', version: '1' }, async (job) => {
      await job.gate(DRAFT)
      await job.step('charge', () => ran.push('charge'), { once: true })
    })
  const leeway = await house.open()
  const { job } = await leeway.start(order(leeway), { key: 'order-7', input: null })
  await house.answerAll({ answer: 'approve' })
  const file = join(house.root, 'backup.db')
  await backUp({ root: house.root, file })
  expect(await leeway.resume(job)).toMatchObject({ status: 'completed' })

  const root = aFolder()
  await restore({ root, file })
  const after = await openLeeway({ root, agent: 'scout', policy: HOUSE_POLICY })
  onTestFinished(() => after.close())
  order(after)
  expect(await after.resumeAll()).toEqual([])
  expect(await after.resume(job)).toMatchObject({ status: 'stopped', reason: expect.stringContaining('backup') })
  expect(ran).toEqual(['charge'])

  const desk = await openDesk({ root, credentials: async () => house.token })
  onTestFinished(() => desk.close())
  await desk.resume(job as JobId, 'It was never charged.')
  expect(await after.resume(job)).toMatchObject({ status: 'completed' })
})

test('reviewers ask anew after a restore, also about what was approved and nobody knows to have been used', async () => {
  const house = await aHouse()
  const file = join(house.root, 'backup.db')
  const reviewersAt = async (leeway: Leeway) =>
    [
      new PendingReviewer(await leeway.checkpointStore()),
      new AutoApproveReviewer(leeway, { policy: 'workers/manual' }),
    ] as const
  const askAll = (reviewers: readonly CheckpointHandler[], work: string) =>
    Promise.all(reviewers.map((reviewer) => reviewer.onCheckpoint('analyst', 'report', work)))
  const before = await reviewersAt(await house.open())
  expect(await askAll(before, 'approved')).toEqual([false, false])
  await house.answerAll({ answer: 'approve' })
  expect(await askAll(before, 'open')).toEqual([false, false])
  await backUp({ root: house.root, file })

  const root = aFolder()
  await restore({ root, file })
  const leeway = await openLeeway({ root, agent: 'analyst', tellHolds: false })
  onTestFinished(() => leeway.close())
  const desk = await openDesk({ root, credentials: async () => house.token })
  onTestFinished(() => desk.close())
  for (const { id } of (await desk.jobs()).rows) await desk.resume(id, 'Go on.')
  const after = await reviewersAt(leeway)
  expect(await askAll(after, 'approved')).toEqual([false, false])
  expect(await askAll(after, 'open')).toEqual([false, false])
  expect((await desk.checkpoints()).rows).toHaveLength(4)
})

test('invariant 3: an approval is not spent a second time where somebody copies a backup to its place by hand', async () => {
  const house = await aHouse()
  const file = join(house.root, 'backup.db')
  const pay = (leeway: Leeway, paid: () => number) =>
    leeway.guard('send', paid, { onHold: 'throw' })({}, { key: 'pay-1' })
  let paid = 0
  const before = await house.open()
  await expect(pay(before, () => (paid += 1))).rejects.toMatchObject({ code: 'held' })
  await house.answerAll({ answer: 'approve' })
  await backUp({ root: house.root, file })
  expect(await pay(before, () => (paid += 1))).toBe(1)

  const root = aFolder()
  mkdirSync(join(root, KEPT))
  copyFileSync(file, join(root, KEPT, 'leeway.db'))
  const after = await openLeeway({ root, agent: 'scout', policy: HOUSE_POLICY })
  onTestFinished(() => after.close())
  await expect(pay(after, () => (paid += 1))).rejects.toMatchObject({ code: 'already_spent' })
  expect(paid).toBe(1)
})
