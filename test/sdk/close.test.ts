import { expect, test, vi } from 'vitest'
import { openLeeway } from '../../src/compose.ts'
import { aHouse } from '../../src/testing/house.ts'

test('an action that still runs when Leeway is closed is in doubt, because nobody can record it any more', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const started = Promise.withResolvers<void>()
  const job = await leeway.job({ key: 'pays' })
  const forEver = () => {
    started.resolve()
    return new Promise(() => undefined)
  }
  void job.run({ tool: 'pay' }, forEver, { key: 'pay-1' })
  await started.promise
  await leeway.close()

  expect((await house.desk.inDoubt()).rows).toMatchObject([{ key: 'pay-1', status: 'in_doubt' }])
  const again = await (await house.open()).job({ key: 'pays' })
  const [attempt] = (await house.desk.inDoubt()).rows
  await expect(again.run({ tool: 'pay' }, () => 1, { key: 'pay-1' })).rejects.toMatchObject({
    code: 'job_in_doubt',
    message: expect.stringContaining(`whether attempt ${attempt?.id} took effect`),
    details: { attempt: attempt?.id, next: `leeway settle ${attempt?.id} --succeeded | --failed --reason WHY` },
  })
})

test('invariant 4: what is claimed while Leeway is being closed does not begin, and is in doubt', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const job = await leeway.job({ key: 'pays' })
  let ran = 0
  const told = job.run({ tool: 'pay' }, () => (ran += 1), { key: 'pay-1' }).catch(({ code }) => code)
  await leeway.close()
  expect(await told).toBe('store_stopped')
  expect(ran).toBe(0)
  expect((await house.desk.inDoubt()).rows).toMatchObject([{ key: 'pay-1', status: 'in_doubt' }])
  expect(await (await (await house.open()).job({ key: 'pays' })).read()).toMatchObject({ status: 'in_doubt' })
})

test('whoever keeps the house finds what was claimed while Leeway was being closed', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const told = (await leeway.job({ key: 'pays' })).run({ tool: 'pay' }, () => 1, { key: 'pay-1' }).catch(() => 'closed')
  await Promise.all([told, leeway.close()])
  const next = await house.open()
  expect(await (await next.job({ key: 'pays' })).read()).toMatchObject({ status: 'in_doubt' })
})

test('an action that may run again is taken up after a close', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const started = Promise.withResolvers<void>()
  const options = { key: 'pay-1', idempotent: true }
  const forEver = () => {
    started.resolve()
    return new Promise(() => undefined)
  }
  void (await leeway.job({ key: 'pays' })).run({ tool: 'pay' }, forEver, options)
  await started.promise
  await leeway.close()
  const again = await (await house.open()).job({ key: 'pays' })
  expect(await again.run({ tool: 'pay' }, () => 'paid', options)).toBe('paid')
})

test('an action that may run again is in doubt once its job was called off, because nobody takes it up any more', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const started = Promise.withResolvers<void>()
  const forEver = () => {
    started.resolve()
    return new Promise(() => undefined)
  }
  const job = await leeway.job({ key: 'pays' })
  void job.run({ tool: 'pay' }, forEver, { key: 'pay-1', idempotent: true })
  await started.promise
  await leeway.close()
  expect((await house.desk.inDoubt()).rows).toEqual([])
  await house.desk.cancel(job.id, 'Enough.')
  expect((await house.desk.inDoubt()).rows).toMatchObject([{ key: 'pay-1', status: 'in_doubt' }])
})

test('whoever waits for a person when Leeway is closed is told, and the hold stays', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const waiting = leeway.gate({ kind: 'tool', tool: 'send' }, { key: 'letter' })
  const told = waiting.catch(({ code }) => code)
  await vi.waitFor(async () => expect(await leeway.pending()).toHaveLength(1))
  await leeway.close()
  expect(await told).toBe('store_stopped')
  expect((await house.desk.checkpoints()).rows).toMatchObject([{ status: 'pending' }])
})

test('what ran when the disk was full is in doubt once the same process opens the store anew', async () => {
  const house = await aHouse()
  let isFull = false
  const leeway = await openLeeway({
    root: house.root,
    agent: 'scout',
    policy: 'jobs/full',
    tellHolds: false,
    crashPoint: (point: string) => {
      if (isFull && point === 'append:before_commit') throw new Error('The disk is full.')
    },
  })
  const pay = () => {
    isFull = true
    return 'paid'
  }
  const first = await leeway.job({ key: 'pays' })
  await expect(first.run({ tool: 'pay' }, pay, { key: 'pay-1' })).rejects.toMatchObject({ code: 'store_stopped' })
  await leeway.close()

  const again = await (await house.open()).job({ key: 'pays' })
  await expect(again.run({ tool: 'pay' }, pay, { key: 'pay-1' })).rejects.toMatchObject({ code: 'job_in_doubt' })
  expect((await house.desk.inDoubt()).rows).toMatchObject([{ key: 'pay-1', status: 'in_doubt' }])
})

test('a store that has stopped can be closed', async () => {
  const house = await aHouse()
  let isFull = false
  const leeway = await openLeeway({
    root: house.root,
    agent: 'scout',
    policy: 'workers/manual',
    tellHolds: false,
    onHold: 'throw',
    crashPoint: (point: string) => {
      if (isFull && point === 'append:before_commit') throw new Error('The disk is full.')
    },
  })
  await leeway.job({ key: 'a' })
  isFull = true
  await expect(leeway.job({ key: 'b' })).rejects.toMatchObject({ code: 'store_stopped' })
  await leeway.close()
})
