import { expect, test } from 'vitest'
import { contentHash } from '../../engine/content-hash.ts'
import type { CheckpointId, JobId } from '../../model/ids.ts'
import { aHouse, type House } from '../../testing/house.ts'

const REPORT = { deliverable: 'Draft report', workerName: 'analyst', phase: 'strategy' }

/** Two stores on one folder: a worker's, and Ada's. */
async function twoStores() {
  const house = await aHouse()
  const worker = await (await house.open()).checkpointStore()
  const ada = await (await house.open()).checkpointStore({ token: house.token })
  return { house, worker, ada }
}

test('what a worker offers is pending until a person approves it, in whatever process', async () => {
  const { worker, ada } = await twoStores()
  const offered = await worker.create(REPORT)
  expect(offered).toMatchObject({ ...REPORT, status: 'pending', rejectionReason: '', resolvedAt: null })
  expect(offered.createdAt).toBeInstanceOf(Date)
  expect(await ada.listPending()).toEqual([offered])

  const approved = await ada.approve(offered.id)
  expect(approved).toMatchObject({ status: 'approved', resolvedAt: expect.any(Date) })
  expect(await worker.isApproved(offered.id)).toBe(true)
  expect([await worker.isPending(offered.id), await worker.isRejected(offered.id)]).toEqual([false, false])
  expect(await worker.listPending()).toEqual([])
})

test('a rejection says why, and the same work can not be offered again', async () => {
  const { worker, ada } = await twoStores()
  const { id } = await worker.create(REPORT)
  await ada.get(id)
  expect(await ada.reject(id, 'No competitors.')).toMatchObject({ rejectionReason: 'No competitors.' })
  await expect(worker.create(REPORT)).rejects.toMatchObject({
    name: 'CheckpointRejectedError',
    reason: 'No competitors.',
  })
})

test('the second decision does not overwrite the first, and is told who was first', async () => {
  const { worker, ada } = await twoStores()
  const { id } = await worker.create(REPORT)
  await ada.listPending()
  await ada.approve(id)
  await expect(ada.reject(id, 'Too late.')).rejects.toMatchObject({
    name: 'CheckpointError',
    code: 'already_resolved',
    details: { by: 'ada', status: 'approved' },
  })
  expect(await worker.isApproved(id)).toBe(true)
})

test('a worker can not approve its own work', async () => {
  const { worker } = await twoStores()
  const { id } = await worker.create(REPORT)
  await expect(worker.approve(id)).rejects.toMatchObject({ code: 'actor_not_human' })
  expect(await worker.isPending(id)).toBe(true)
})

test('a token that nobody has opens no store', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  await expect(leeway.checkpointStore({ token: `lwy_${'a'.repeat(43)}` })).rejects.toMatchObject({
    code: 'not_authorised',
  })
})

test('nobody approves what they have not looked at', async () => {
  const { worker, ada } = await twoStores()
  const { id } = await worker.create(REPORT)
  await expect(ada.approve(id)).rejects.toMatchObject({ code: 'stale_content' })
})

test('the same work under the same id is the same checkpoint, other work under it is an error', async () => {
  const { worker } = await twoStores()
  const first = await worker.submit('custom-id-123', REPORT)
  expect(await worker.submit('custom-id-123', REPORT)).toEqual(first)
  const other = { ...REPORT, deliverable: 'Something else' }
  await expect(worker.submit('custom-id-123', other)).rejects.toMatchObject({
    code: 'key_reused',
    message: 'The id custom-id-123 was used before, for other work. Choose another id for this.',
    details: { checkpoint: 'custom-id-123' },
  })
  await expect(worker.submit('custom-id-123', { ...REPORT, workerName: 'designer' })).rejects.toMatchObject({
    code: 'id_taken',
  })
  expect(await worker.get('custom-id-123')).toEqual(first)
})

test('what is shown is what was offered, whatever the worker does to it meanwhile', async () => {
  const { house, worker, ada } = await twoStores()
  const deliverable = { text: 'good' }
  const offering = worker.create({ ...REPORT, deliverable })
  deliverable.text = 'bad'
  const { id } = await offering
  expect(await ada.get(id)).toMatchObject({ deliverable: { text: 'good' } })

  let looks = 0
  const shifty = {
    get text() {
      return `look ${++looks}`
    },
  }
  await worker.create({ ...REPORT, deliverable: shifty })
  for (const { data } of await house.log('checkpoint_opened')) {
    expect(data.checkpoint.content_hash).toBe(contentHash(data.checkpoint.content))
  }
})

test.for([Number.NaN, 1n, () => 1, new Map(), '\ud800'])(
  'work that can not be written down is refused: %s',
  async (odd) => {
    const { worker } = await twoStores()
    const refused = { name: 'CheckpointError', code: 'invalid_input' }
    await expect(worker.create({ deliverable: { odd } })).rejects.toMatchObject(refused)
    await expect(worker.offer({ deliverable: { odd } })).rejects.toMatchObject(refused)
  },
)

test('a no without a reason is refused as every other mistake is', async () => {
  const { worker, ada } = await twoStores()
  const { id } = await worker.create(REPORT)
  await expect(ada.reject(id, ' ')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('an id that nobody used is an error', async () => {
  const { worker, ada } = await twoStores()
  await expect(worker.get('nothing')).rejects.toMatchObject({ code: 'not_found' })
  await expect(worker.isPending('nothing')).rejects.toMatchObject({ code: 'not_found' })
  await expect(ada.approve('nothing')).rejects.toMatchObject({ code: 'not_found' })
  await expect(worker.get('no/such id')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('clearing closes what is open and keeps the log', async () => {
  const { house, worker, ada } = await twoStores()
  const approved = await worker.create(REPORT)
  await ada.get(approved.id)
  await ada.approve(approved.id)
  const open = await worker.create({ ...REPORT, phase: 'later' })
  expect(await worker.clear()).toBe(1)
  expect(await worker.get(open.id)).toMatchObject({ status: 'cancelled' })
  expect(await worker.isApproved(approved.id)).toBe(true)
  expect(await house.log('checkpoint_opened')).toHaveLength(2)
})

test('a store of another name neither shows nor clears what this one holds', async () => {
  const { house, worker } = await twoStores()
  const other = await (await house.open()).checkpointStore({ name: 'other' })
  const { id } = await worker.create(REPORT)
  expect(await other.listPending()).toEqual([])
  expect(await other.clear()).toBe(0)
  await expect(other.get(id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await worker.isPending(id)).toBe(true)
})

test('a worker that says nothing about itself is held all the same', async () => {
  const { worker } = await twoStores()
  expect(await worker.create({ deliverable: undefined })).toMatchObject({
    workerName: '',
    phase: '',
    deliverable: null,
    status: 'pending',
  })
})

test('a listener is told of every hold', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const told: unknown[] = []
  leeway.onNotice((notice) => void told.push(notice.checkpoint))
  const store = await leeway.checkpointStore()
  const { id } = await store.create(REPORT)
  await expect.poll(() => told, { timeout: 10_000 }).toContain(id)
})

const jobOf = async ({ store }: House, id: string) => (await store.get('checkpoints', id))?.row.job ?? ('' as JobId)

test('what was cleared is told as such, and its id says what to do instead', async () => {
  const { house, worker, ada } = await twoStores()
  await worker.submit('report-7', REPORT)
  const waiting = (await house.open()).job({ agent: 'analyst', key: 'checkpoint-store:default:analyst' })
  const settled = waiting.then((job) => job.settled('report-7' as CheckpointId))
  expect(await worker.clear()).toBe(1)
  expect(await settled).toMatchObject({ status: 'cancelled' })
  const said = [await worker.isPending('report-7'), await worker.isApproved('report-7')]
  expect([...said, await worker.isRejected('report-7')]).toEqual([false, false, false])

  await expect(worker.submit('report-7', REPORT)).rejects.toMatchObject({
    name: 'CheckpointError',
    code: 'withdrawn',
    message:
      'Checkpoint report-7 is cancelled: The store was cleared. Offer the work under another id, or with create.',
    details: { checkpoint: 'report-7', status: 'cancelled' },
  })
  // Whoever decides too late hears that, and not that they should look first.
  await expect(ada.approve('report-7')).rejects.toMatchObject({
    code: 'already_resolved',
    details: { status: 'cancelled' },
  })
  expect(await worker.submit('report-8', REPORT)).toMatchObject({ status: 'pending' })
  expect(await worker.clear()).toBe(1)
  expect(await worker.clear()).toBe(0)
})

test('a worker whose job was called off offers again once its store is opened again, and its old ids stay what they were', async () => {
  const { house, worker } = await twoStores()
  await worker.submit('old', REPORT)
  await worker.submit('approved', { ...REPORT, phase: 'done' })
  await house.answer('approved', { answer: 'approve' })
  expect(await worker.isApproved('approved')).toBe(true)
  await house.desk.cancel(await jobOf(house, 'old'), 'Enough.')

  await expect(worker.submit('new', REPORT)).rejects.toMatchObject({
    code: 'job_ended',
    message: expect.stringContaining('start the agent again, and it begins a new one'),
  })
  const again = await (await house.open()).checkpointStore({ token: house.token })
  expect(await again.submit('new', REPORT)).toMatchObject({ status: 'pending' })
  expect((await again.listPending()).map(({ id }) => id)).toEqual(['new'])
  for (const store of [worker, again]) {
    expect(await store.get('old')).toMatchObject({ status: 'cancelled' })
    expect(await store.get('approved')).toMatchObject({ status: 'approved' })
    expect(await store.isApproved('approved')).toBe(false)
  }
  await expect(again.submit('old', REPORT)).rejects.toMatchObject({ code: 'withdrawn' })
  await expect(again.submit('approved', { ...REPORT, phase: 'done' })).rejects.toMatchObject({
    code: 'withdrawn',
    message: expect.stringContaining('is approved, in a job that has ended since. Offer the work under another id'),
  })
  await expect(again.submit('old', { ...REPORT, workerName: 'designer' })).rejects.toMatchObject({ code: 'id_taken' })
  expect(await again.approve('new')).toMatchObject({ status: 'approved' })
})

test('approved work is not approved to go on while a kill switch is on', async () => {
  const { house, worker } = await twoStores()
  await worker.submit('report-7', REPORT)
  await house.answer('report-7', { answer: 'approve' })
  await house.desk.setKillSwitch({ of: 'agent', agent: 'analyst' }, true, 'a leak')
  expect(await worker.isApproved('report-7')).toBe(false)
  expect(await worker.get('report-7')).toMatchObject({ status: 'approved' })
  await house.desk.setKillSwitch({ of: 'agent', agent: 'analyst' }, false, 'mended')
  expect(await worker.isApproved('report-7')).toBe(true)
})

test('stores and workers whose names run into each other keep what each of them holds', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const [one, other] = [await leeway.checkpointStore({ name: 'a' }), await leeway.checkpointStore({ name: 'a:b' })]
  await one.submit('first', { ...REPORT, workerName: 'b:c' })
  await other.submit('second', { ...REPORT, workerName: 'c' })
  expect((await one.listPending()).map(({ id }) => id)).toEqual(['first'])
  expect((await other.listPending()).map(({ id }) => id)).toEqual(['second'])
})
