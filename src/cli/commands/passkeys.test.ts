import { expect, test } from 'vitest'
import { atTerminal, ENTER } from '../../testing/at-terminal.ts'
import { aServedHouse } from '../../testing/served-house.ts'
import { aBrowser } from '../../testing/signed-in-browser.ts'

async function aPasskeyOfRob() {
  const house = await aServedHouse()
  const browser = await aBrowser(house, house.tokens.reviewer)
  await browser.addPasskey('My \u00e9tui')
  const rob = await atTerminal(house, 'rob', house.tokens.reviewer)
  const { rows } = JSON.parse((await rob(['passkeys', '--json'])).out)
  return { house, rob, id: rows[0].id as string }
}

test('passkeys are listed with their names, and nothing of their keys', async () => {
  const { rob, id } = await aPasskeyOfRob()
  const { out } = await rob(['passkeys'], { columns: 140 })
  expect(out).toContain(id)
  expect(out).toMatch(/My étui\s+localhost\s+\S+\s+never/)
  expect((await rob(['passkeys', '--json'])).out).not.toContain('public_key')
})

test('where there are none, and where somebody wants to add one, it is said that this is done in the browser', async () => {
  const { house, rob } = await aPasskeyOfRob()
  const ada = await atTerminal(house, 'ada', house.token)
  expect((await ada(['passkeys'])).out).toContain('Add one in the browser, in the settings.')
  expect(await rob(['passkeys', 'add'])).toMatchObject({ code: 2, err: expect.stringContaining('in the browser') })
})

test('one’s own passkey is removed with the passphrase, typed at a terminal', async () => {
  const { house, rob, id } = await aPasskeyOfRob()
  expect(await rob(['passkeys', 'remove', id])).toMatchObject({ code: 1, err: expect.stringContaining('--passphrase') })
  const keys = ['correct horse', ENTER]
  await rob(['login', '--passphrase'], { columns: 80, keys: [...keys, ...keys] })
  const wrong = await rob(['passkeys', 'remove', id], { columns: 80, keys: ['another horse', ENTER] })
  expect(wrong.err).toContain('The passphrase is not yours')
  expect(await rob(['passkeys', 'remove', id], { columns: 80, keys })).toMatchObject({ code: 0 })
  const [removed] = await house.log('passkey_removed')
  expect(removed?.data).toMatchObject({ passkey: id, step_up: { kind: 'passphrase' } })
  expect((await rob(['passkeys'])).out).toContain('There are no passkeys.')
})

test('an administrator sees and removes somebody else’s, and the log tells it in words', async () => {
  const { house, rob, id } = await aPasskeyOfRob()
  const ada = await atTerminal(house, 'ada', house.token)
  expect((await ada(['passkeys', '--person', 'rob'])).out).toContain(id)
  expect((await rob(['passkeys', '--person', 'ada'])).err).toContain('rob is not an administrator')
  expect(await ada(['passkeys', 'remove', 'none-such', '--person', 'rob'])).toMatchObject({ code: 1, out: '' })
  // An end that begins with a dash would be read as an option.
  const end = id.slice(-8).replace(/^-+/, '')
  expect(await ada(['passkeys', 'remove', end, '--person', 'rob'])).toMatchObject({ code: 0 })
  const { out } = await ada(['audit'], { columns: 200 })
  expect(out).toContain(`added the passkey ${id}, “My étui”, by a code of the terminal`)
  expect(out).toContain(`removed the passkey ${id} of rob`)
})
