import { expect, test } from 'vitest'
import { contentHash } from '../../engine/content-hash.ts'
import { aHouse } from '../../testing/house.ts'

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
  await expect(worker.submit('custom-id-123', other)).rejects.toMatchObject({ code: 'key_reused' })
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
