import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ApiClient } from '../../src/client/api-client.ts'
import { backUp, restore, verifyKept, verifyKeptRows } from '../../src/look-after.ts'
import { PasskeyId } from '../../src/model/ids.ts'
import { openServer } from '../../src/open-server.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { aBrowser } from '../../src/testing/signed-in-browser.ts'

test('whatever happens to passkeys, the log is whole and every row follows from it', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = await rob.addPasskey()
  const passkey = PasskeyId.parse((await rob.api.call('list_passkeys', {})).rows[0]?.id)
  const wanted = { do: 'remove_passkey', passkey } as const
  for (const counter of [5, 4]) {
    const { options } = await rob.api.call('start_step_up', { for: { do: 'add_passkey' }, by: 'passkey' })
    await rob.api.call('begin_passkey', { assertion: device.sign(options!, { counter }) }).catch(() => undefined)
  }
  await rob.addPasskey('Another')
  const { options } = await rob.api.call('start_step_up', { for: wanted, by: 'passkey' })
  await rob.api.call('remove_passkey', { passkey, assertion: device.sign(options!, { counter: 6 }) })
  const types = (await house.desk.events({ limit: 100 }))
    .map(({ type }) => type)
    .filter((type) => type.startsWith('passkey'))
  const used = 'passkey_used'
  expect(types).toEqual(['passkey_registered', used, 'passkey_refused', 'passkey_registered', used, 'passkey_removed'])
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
  expect(await verifyKept(house.root, {})).toMatchObject([{ tenant: 'local', ok: true }])
})

test('a passkey that was removed after the backup is worth nothing in what is restored', async () => {
  const house = await aServedHouse()
  await (await aBrowser(house, house.tokens.reviewer)).addPasskey()
  const file = join(house.root, 'backup.db')
  await backUp({ root: house.root, file })
  const root = aFolder()
  expect(await restore({ root, file })).toMatchObject({ passkeys: 1 })
  const server = await openServer({ root })
  onTestFinished(() => server.close())
  const rob = new ApiClient({ url: server.url, token: house.tokens.reviewer })
  expect((await rob.call('list_passkeys', {})).rows).toEqual([])
})
