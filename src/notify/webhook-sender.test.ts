import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { AppError } from '../model/errors.ts'
import { LOCAL } from '../model/ids.ts'
import { aHouse } from '../testing/house.ts'
import { aReceiver } from '../testing/receiver.ts'
import { messageOf } from './notice-of.ts'
import { resendDead } from './resend-dead.ts'
import type { Webhook } from './webhook.ts'
import { WebhookFolder } from './webhook-folder.ts'
import { SEND_TERMS, sendNew } from './webhook-sender.ts'
import { Webhooks } from './webhooks.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
/** Nobody waits in a test. */
const AT_ONCE = { ...SEND_TERMS, firstPauseMs: 0, longestPauseMs: 0, mostRefusals: 3 }

/** A house that tells a receiver what it holds. */
async function aTellingHouse(...statuses: readonly number[]) {
  const house = await aHouse()
  const receiver = await aReceiver(...statuses)
  const folder = new WebhookFolder(house.root)
  const webhook: Webhook = {
    id: 'whk_1',
    url: receiver.url,
    secret: SECRET,
    tenant: LOCAL,
    private: true,
    added_by: 'ada',
    added_at: '2026-11-16T00:00:00Z',
  }
  await folder.add(webhook)
  const tell = (terms = AT_ONCE) => sendNew({ store: house.store, folder, terms }, webhook)
  await tell()
  const leeway = await house.open({ onHold: 'throw' })
  const hold = async (to: string) => {
    const asked = leeway.guard('send', () => 'sent')({ to }, { key: to })
    await expect(asked).rejects.toBeInstanceOf(AppError)
  }
  const entry = async (seq: number) => (await house.store.events({ after: seq - 1, limit: 1 }))[0]
  const resend = (seqs?: readonly number[]) =>
    resendDead({ folder, entry, now: () => house.store.now() }, webhook, seqs)
  return { ...house, ...receiver, folder, tell, hold, resend, leeway }
}

test('what is held and what became of it is told in order, signed, and without content', async () => {
  const { received, tell, hold, answerAll } = await aTellingHouse(204)
  await hold('ann@example.org')
  await answerAll({ answer: 'approve' })
  expect(await tell()).toBeUndefined()
  const told = received.map(({ body, headers }) => new Verifier(SECRET).verify(body, headers) as { type: string })
  expect(told).toMatchObject([
    { type: 'checkpoint_opened', data: { tenant: 'local', actor: { kind: 'agent', id: 'scout' } } },
    { type: 'checkpoint_resolved', data: { actor: { kind: 'person', id: 'ada' } } },
  ])
  expect(JSON.stringify(received)).not.toContain('ann@example.org')
  await tell()
  expect(received).toHaveLength(2)
})

test('a webhook that was told further than the log goes, as after a restore, is told what happens from now on', async () => {
  const { received, tell, hold, folder, store } = await aTellingHouse(204)
  const progress = { tries: 2, next_at: 0, last_at: null, last_error: 'It answered 500.' }
  await folder.setProgress('whk_1', { ...progress, after: (await store.last()) + 500 })
  await tell()
  await hold('ann')
  await tell()
  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['checkpoint_opened'])
})

test('a message that was changed or is signed with another secret is not ours', async () => {
  const { received, tell, hold } = await aTellingHouse(204)
  await hold('ann')
  await tell()
  const [{ body, headers } = { body: '', headers: {} }] = received
  expect(() => new Verifier(SECRET).verify(body.replace('opened', 'closed'), headers)).toThrow('No matching signature')
  expect(() => new Verifier(`whsec_${Buffer.alloc(32, 8).toString('base64')}`).verify(body, headers)).toThrow(
    'No matching signature',
  )
})

test('a receiver that is away is told the same under the same id when it is back, before anything newer', async () => {
  const { received, tell, hold } = await aTellingHouse(503, 503, 204)
  await hold('ann')
  await hold('bob')
  for (let round = 0; round < 3; round += 1) await tell()
  const ids = received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(4)
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  expect(ids[3]).not.toBe(ids[0])
})

test('how far a webhook was told outlives the process, and so does the time of its next try', async () => {
  const { received, tell, hold } = await aTellingHouse(500, 204)
  await hold('ann')
  const next = await tell({ ...AT_ONCE, firstPauseMs: 60_000, longestPauseMs: 60_000 })
  expect(next).toBeGreaterThan(0)
  expect(await tell()).toBe(next)
  expect(received).toHaveLength(1)
})

test('what a receiver refuses again and again is given up and kept, and the next is told', async () => {
  const { received, folder, tell, hold } = await aTellingHouse(400, 400, 400, 204)
  await hold('ann')
  await hold('bob')
  for (let round = 0; round < 3; round += 1) await tell()
  expect(received).toHaveLength(4)
  expect(await folder.dead('whk_1')).toMatchObject([{ type: 'checkpoint_opened', tries: 3, error: 'It answered 400.' }])
})

test('what was given up arrives when it is sent again, under its old id, and is then no longer given up', async () => {
  const { received, folder, tell, hold, resend } = await aTellingHouse(400, 400, 400, 400, 204)
  await hold('ann')
  for (let round = 0; round < 3; round += 1) await tell()
  const [letter] = await folder.dead('whk_1')
  const { seq } = letter!
  expect(await resend()).toEqual({ arrived: [], failed: [{ seq, error: 'It answered 400.' }], left: 1 })
  expect(await resend([seq + 1])).toEqual({ arrived: [], failed: [], left: 1 })
  expect(await resend([seq])).toEqual({ arrived: [seq], failed: [], left: 0 })
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await resend()).toEqual({ arrived: [], failed: [], left: 0 })
})

test('whoever is away is asked once for all that was given up, and another entry at the same place is not sent for it', async () => {
  const { received, folder, hold, resend, store } = await aTellingHouse(503)
  await hold('ann')
  const seq = await store.last()
  const [event] = await store.events({ after: seq - 1, limit: 1 })
  const letter = { seq, type: 'checkpoint_opened', tries: 8, error: 'It answered 400.', at: event!.at }
  await folder.bury('whk_1', { ...letter, message: 'evt_of_another_log' })
  expect(await resend()).toMatchObject({ failed: [{ seq, error: expect.stringContaining('something else') }], left: 1 })
  expect(received).toEqual([])
  for (const at of [seq, seq + 1]) await folder.bury('whk_1', { ...letter, seq: at, message: messageOf(event!).id })
  expect(await resend()).toEqual({ arrived: [], failed: [{ seq, error: 'It answered 503.' }], left: 2 })
  expect(received).toHaveLength(1)
})

test('what could not be read back is not kept', async () => {
  const { folder } = await aTellingHouse(204)
  const [webhook] = (await folder.list()).webhooks
  const long = { ...webhook, id: 'whk_2', url: `https://example.org/${'a'.repeat(5000)}` } as Webhook
  await expect(folder.add(long)).rejects.toThrow('at most 2,000 characters')
  expect(await folder.count()).toBe(1)
})

test.for([
  ['{"id":"whk_2","tenant":"north"}', 'north'],
  ['no json', null],
  ['other', 'local'],
] as const)('a webhook that was damaged is named once, and the others are told: %s', async ([text, tenant]) => {
  const { folder, root, store, received, hold } = await aTellingHouse(204)
  const path = join(root, 'webhooks', 'whk_2.json')
  const other = () => readFile(join(root, 'webhooks', 'whk_1.json'), 'utf8')
  await writeFile(path, text === 'other' ? await other() : text)
  expect(await folder.list()).toMatchObject({ webhooks: [{ id: 'whk_1' }], damaged: [{ id: 'whk_2', path, tenant }] })
  const said: string[] = []
  const webhooks = new Webhooks({ store, folder, terms: AT_ONCE }, (what, error) => said.push(`${what}: ${error}`))
  webhooks.open()
  for (const to of ['ann', 'bob']) await hold(to)
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(2)
  await webhooks.close()
  expect(said).toEqual([expect.stringMatching(/^The webhook whk_2 .* is damaged\. .*leeway webhooks remove whk_2$/)])
})

test('webhooks that can not even be listed are reported once', async () => {
  const { folder, root, store, hold } = await aTellingHouse(204)
  const said: string[] = []
  const listed: number[] = []
  const place = join(root, 'webhooks')
  const watched = {
    list: () => {
      listed.push(said.length)
      return folder.list()
    },
  }
  await rename(place, `${place}-away`)
  await writeFile(place, 'no folder')
  const parts = { store, folder: Object.assign(Object.create(folder), watched), terms: AT_ONCE }
  const webhooks = new Webhooks(parts, (what, error) => said.push(`${what}: ${error}`))
  webhooks.open()
  for (const to of ['ann', 'bob', 'cid']) await hold(to)
  await expect.poll(() => listed.length, { timeout: 10_000 }).toBeGreaterThan(2)
  expect(said).toEqual([expect.stringMatching(/^The webhooks could not be read: .*ENOTDIR/)])
  await webhooks.close()
})

test('invariant 31: after a restore the same place in the log has another id where it holds something else', async () => {
  const event = { seq: 7, type: 'checkpoint_opened', at: '2026-11-16T00:00:00.000Z', tenant: LOCAL, data: {} } as const
  const told = { ...event, actor: { kind: 'agent', id: 'scout' }, job: 'job_1', checkpoint: 'chk_1' } as never
  const other = { ...(told as object), checkpoint: 'chk_2' } as never
  expect(messageOf(told).id).toBe(messageOf(structuredClone(told)).id)
  expect(messageOf(told).id).toMatch(/^evt_7_[0-9a-f]{16}$/)
  expect(messageOf(other).id).not.toBe(messageOf(told).id)
})
