import { expect, test } from 'vitest'
import { webhooksOf } from '../../src/compose.ts'
import { LOCAL, TenantId } from '../../src/model/ids.ts'
import { messageOf } from '../../src/notify/notice-of.ts'
import type { Webhook } from '../../src/notify/webhook.ts'
import { aDeskFolder, codeOf } from '../../src/testing/desk-folder.ts'
import { aReceiver } from '../../src/testing/receiver.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

const WEBHOOK: Omit<Webhook, 'url'> = {
  id: 'whk_1',
  secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  tenant: LOCAL,
  private: true,
  added_by: 'ada',
  added_at: '2026-11-16T00:00:00Z',
}

test('an administrator sees what did not arrive, without the secrets of the address, and sends it again at once', async () => {
  const house = await aServedHouse()
  const folder = webhooksOf(house.root)
  const { received, url } = await aReceiver(204)
  await house.hold()
  const [first] = await house.log('checkpoint_opened')
  await house.hold()
  const { seq, type, at } = first!
  const letter = { seq, type, tries: 8, error: 'It answered 400.', at }
  // It stands before the second, which is tried again in an hour.
  await folder.setProgress('whk_1', {
    after: seq,
    tries: 3,
    next_at: Date.now() + 3_600_000,
    last_at: at,
    last_error: 'Away.',
  })
  await folder.bury('whk_1', { ...letter, message: messageOf(first!).id })
  await folder.add({ ...WEBHOOK, url })
  const admin = house.as('admin')
  const { rows } = await admin.call('list_webhooks', {})
  expect(rows).toMatchObject([
    { id: 'whk_1', origin: new URL(url).origin, waits: { tries: 3, error: 'Away.' }, dead: [letter], given_up: 1 },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/whsec_|\/told/)

  expect(await admin.call('resend_webhook', { webhook: 'whk_1', seqs: [seq] })).toEqual({
    ...{ arrived: [seq], failed: [], left: 0 },
  })
  expect(received).toHaveLength(1)
  await admin.call('resend_webhook', { webhook: 'whk_1' })
  await expect.poll(() => received.length).toBe(2)
  expect((await admin.call('list_webhooks', {})).rows).toMatchObject([{ waits: null, dead: [], given_up: 0 }])
})

test('an administrator of another tenant sees nothing of it, and sends nothing', async () => {
  const house = await aServedHouse()
  const { received, url } = await aReceiver(204)
  await webhooksOf(house.root).add({ ...WEBHOOK, url })
  const north = house.as({ token: await house.addPerson('nora', 'admin', [TenantId.parse('north')]) })
  expect((await north.call('list_webhooks', {})).rows).toEqual([])
  expect(await codeOf(north.call('resend_webhook', { webhook: 'whk_1' }))).toBe('not_found')
  expect(received).toEqual([])
})

test('what was given up is listed and sent again', async () => {
  const { root, person, agent } = await aDeskFolder()
  const { received, url } = await aReceiver(400, 204)
  const ada = person('ada')
  await ada(['login'])
  const { id } = JSON.parse((await ada(['webhooks', 'add', url, '--private', '--json'])).out)
  expect(await ada(['webhooks', 'dead', id])).toMatchObject({ code: 0, out: 'Nothing was given up.\n' })
  await codeOf((await agent()).guard('send_mail', () => 'sent')({ to: 'ann' }, { key: '1' }))
  const log = (await ada(['audit', '--json'])).out.trim().split('\n')
  const opened = log.map((line) => JSON.parse(line)).find(({ type }) => type === 'checkpoint_opened')
  const { seq, type, at } = opened
  const letter = { seq, message: messageOf(opened).id, type, tries: 8, error: 'It answered 400.', at }
  await webhooksOf(root).bury(id, letter)

  expect((await ada(['webhooks'])).err).toContain(`leeway webhooks resend`)
  expect((await ada(['webhooks', 'dead', id])).out).toMatch(
    new RegExp(`${seq} +checkpoint opened +.+ ago, 8 tries +It answered 400`),
  )
  expect(await ada(['webhooks', 'resend', id, 'first'])).toMatchObject({ code: 2 })
  expect(await ada(['webhooks', 'resend', id])).toMatchObject({
    code: 1,
    err: `${seq} did not arrive: It answered 400.\nGiven up by now: 1 message.\n`,
  })
  expect(await ada(['webhooks', 'resend', id, String(seq)])).toMatchObject({ code: 0, out: '1 message arrived.\n' })
  expect(received.map(({ body }) => JSON.parse(body).data.seq)).toEqual([seq, seq])
  expect(JSON.parse((await ada(['webhooks', 'dead', id, '--json'])).out)).toEqual({ rows: [] })
})
