import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, enter, openPage, signIn } from './browser.ts'
import { hold, TRANSFER } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))

afterAll(closeBrowser)

/** A device that Chromium itself plays: it makes keys, counts, and sees that it is its person, or does not. */
interface Device {
  readonly cdp: CDPSession
  readonly id: string
  seesPerson(isSeen: boolean): Promise<void>
  forget(): Promise<void>
}

async function aDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    cdp,
    id,
    seesPerson: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified })
    },
    forget: async () => {
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId: id })
    },
  }
}

/** Signs somebody in at localhost, where browsers keep passkeys. */
async function atLocalhost(house: ServedHouse, who: 'reviewer' | 'admin' = 'reviewer') {
  const { url } = await house.as(who).call('create_sign_in_link', { name: 'localhost' })
  const { origin } = new URL(url)
  const opened = await openPage(origin)
  await enter(opened.page, url)
  return { ...opened, origin, device: await aDevice(opened.page) }
}

/** Adds a passkey in the settings with a code of the terminal. */
async function addPasskey({ page, origin }: { readonly page: Page; readonly origin: string }, house: ServedHouse) {
  await page.goto(`${origin}/settings`)
  await page.getByRole('button', { name: 'Add a passkey…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name, to tell it from your others').fill('My laptop')
  await typeCode(page, house)
  await dialog.getByRole('button', { name: 'Add the passkey' }).click()
  await page.getByRole('row', { name: /My laptop/ }).waitFor()
}

async function typeCode(page: Page, house: ServedHouse) {
  const before = house.shown.length
  await page.getByRole('button', { name: 'Ask for a code' }).click()
  await expect.poll(() => house.shown.length).toBe(before + 1)
  await page.getByRole('textbox', { name: 'Code' }).fill(house.shown.at(-1)?.code ?? '')
}

test('invariant 20: somebody adds a passkey with a code, and approves with it what can not be undone', async () => {
  const house = await aServedHouse({ cockpit })
  const { page, origin } = await atLocalhost(house)
  await addPasskey({ page, origin }, house)
  expect(house.shown.at(-1)?.for).toEqual({ do: 'add_passkey' })
  await page.getByRole('row', { name: /My laptop this address added .* never used/ }).waitFor()
  expect(await axeViolations(page)).toEqual([])

  const { id } = await hold(house, TRANSFER.job, TRANSFER.ask)
  await page.goto(`${origin}/c/${id}`)
  await page.getByText('Prove first that it is you.').waitFor()
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click()
  await page.getByText('Your passkey has signed.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await house.as('viewer').call('read_checkpoint', { checkpoint: id })).checkpoint.status)
    .toBe('approved')
  const [vote] = await house.log('checkpoint_voted')
  expect(vote?.data.vote.step_up).toMatchObject({ kind: 'passkey' })
  await page.goto(`${origin}/settings`)
  await page.getByRole('row', { name: /My laptop this address (?!.*never)/ }).waitFor()
})

test('a server in the background says at which command line its code is read', async () => {
  const house = await aServedHouse({ cockpit, showCode: null })
  const { page, origin } = await atLocalhost(house)
  await page.goto(`${origin}/settings`)
  await page.getByRole('button', { name: 'Add a passkey…' }).click()
  await page.getByRole('button', { name: 'Ask for a code' }).click()
  await page.getByText('Read it at a command line with leeway code').waitFor()
  expect(await axeViolations(page)).toEqual([])
})

test('by keyboard alone: the passkey comes first, a code is one key away, and the focus stays', async () => {
  const house = await aServedHouse({ cockpit })
  const { page, origin } = await atLocalhost(house)
  await addPasskey({ page, origin }, house)
  const { id } = await hold(house, TRANSFER.job, TRANSFER.ask)
  await page.goto(`${origin}/c/${id}`)
  const use = page.getByRole('button', { name: 'Use a passkey', exact: true })
  await use.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Ask for a code' }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Use a passkey instead')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await use.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Your passkey has signed.').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Use a passkey again')
})

test('what goes wrong at the device is told in words, and nothing is decided', async () => {
  const house = await aServedHouse({ cockpit })
  const { page, origin, device } = await atLocalhost(house)
  await addPasskey({ page, origin }, house)
  const { id } = await hold(house, TRANSFER.job, TRANSFER.ask)
  await page.goto(`${origin}/c/${id}`)
  const use = page.getByRole('button', { name: 'Use a passkey', exact: true })
  const told = page.getByRole('alert').getByText('Nothing was signed: it was cancelled or took too long')
  await device.seesPerson(false)
  await use.click()
  await told.waitFor()
  await device.seesPerson(true)
  await use.click()
  await page.getByText('Your passkey has signed.').waitFor()
  await page.reload()
  await device.forget()
  await use.click()
  await told.waitFor()
  expect((await house.as('viewer').call('read_checkpoint', { checkpoint: id })).checkpoint.status).toBe('pending')

  await page.goto(`${origin}/settings`)
  await page.getByRole('button', { name: 'Add a passkey…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name, to tell it from your others').fill('Again')
  await dialog.getByRole('button', { name: 'Use a code instead' }).click()
  await typeCode(page, house)
  await device.seesPerson(false)
  await dialog.getByRole('button', { name: 'Add the passkey' }).click()
  await dialog.getByRole('alert').getByText('No passkey was made: it was cancelled, or took too long.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  // Whoever has proved it once need not do so again.
  await device.seesPerson(true)
  await dialog.getByRole('button', { name: 'Add the passkey' }).click()
  await page.getByRole('row', { name: /Again/ }).waitFor()
})

test('a device that has a passkey already says so, and a passkey is removed with itself as the proof', async () => {
  const house = await aServedHouse({ cockpit })
  const { page, origin } = await atLocalhost(house)
  await addPasskey({ page, origin }, house)
  await page.getByRole('button', { name: 'Add a passkey…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name, to tell it from your others').fill('Twice')
  await dialog.getByRole('button', { name: 'Use a passkey', exact: true }).click()
  await dialog.getByText('Your passkey has signed.').waitFor()
  await dialog.getByRole('button', { name: 'Add the passkey' }).click()
  await dialog.getByRole('alert').getByText('This device has a passkey for you already.').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove the passkey?' })
  await removal.getByRole('button', { name: 'Use a passkey', exact: true }).click()
  await removal.getByText('Your passkey has signed.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await removal.getByRole('button', { name: 'Remove it' }).click()
  await page.getByText('The passkey is removed.').waitFor()
  await expect.poll(() => page.getByRole('row', { name: /My laptop/ }).count()).toBe(0)
  const [removed] = await house.log('passkey_removed')
  expect(removed?.data.step_up).toMatchObject({ kind: 'passkey' })
})

test('at an address of numbers the page says why there are no passkeys, leads to localhost, and takes a code', async () => {
  const house = await aServedHouse({ cockpit })
  const first = await atLocalhost(house)
  await addPasskey(first, house)
  const { id } = await hold(house, TRANSFER.job, TRANSFER.ask)
  const { page } = await signIn(house, house.tokens.reviewer, { at: '/settings', beside: first.origin })
  await page.getByText('this page is at an address of numbers').waitFor()
  await page.getByRole('row', { name: /My laptop localhost/ }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add a passkey…' }).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${house.url}/c/${id}`)
  await page.getByText('this page is at an address of numbers').waitFor()
  await typeCode(page, house)
  await page.getByRole('button', { name: 'Open Leeway at localhost' }).click()
  // The page that is left has the same places, so that they would not say which one this is.
  await page.waitForURL((url) => url.origin === first.origin)
  await page.getByRole('link', { name: 'bookkeeper wants to run bank.transfer' }).first().waitFor()
})
