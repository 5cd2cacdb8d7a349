import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { keptDrafts } from './kept-drafts.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const
/** After so long a page would have sent what it keeps back. */
const PAUSE_MS = 1000
/** And so long it takes what was let go to arrive. */
const LATE_MS = 400

afterAll(closeBrowser)

test('words that arrive late take the place of no newer ones', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const page = await openPlan(house)
  const first = await holdFirst(page, '**/unsent')
  await page.keyboard.press('r')
  const words = page.getByLabel('What it comes to')
  await words.fill('Not')
  await expect.poll(first.count).toBe(1)
  await words.fill('Not yet.')
  await page.waitForTimeout(PAUSE_MS)
  first.letGo()
  await expect.poll(() => savedText(house)).toBe('Not yet.')
  await page.waitForTimeout(LATE_MS)
  expect(await savedText(house)).toBe('Not yet.')
  expect(await words.inputValue()).toBe('Not yet.')
})

test('words behind a request that nobody answers are sent all the same', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const page = await openPlan(house)
  await page.clock.install()
  await page.reload()
  await page.getByRole('group', { name: 'Your review' }).waitFor()
  const first = await holdFirst(page, '**/unsent')
  await page.keyboard.press('r')
  const words = page.getByLabel('What it comes to')
  await words.fill('Not')
  await expect.poll(first.count).toBe(1)
  await words.fill('Not yet.')
  await page.waitForTimeout(PAUSE_MS)
  expect(first.count()).toBe(1)
  await page.clock.runFor(31_000)
  await expect.poll(() => savedText(house), { timeout: 10_000 }).toBe('Not yet.')
})

test('a comment that arrives late takes the place of no newer words', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const page = await openPlan(house)
  const first = await holdFirst(page, '**/drafts')
  await page
    .locator('.changes-main')
    .getByRole('button', { name: /^Line 3, added: We send/ })
    .click()
  const box = page.getByLabel('Comment', { exact: true })
  await box.fill('How')
  await expect.poll(first.count).toBe(1)
  await box.fill('How often?')
  await page.waitForTimeout(PAUSE_MS)
  first.letGo()
  await expect.poll(async () => (await keptDrafts(house))?.[0]?.text).toBe('How often?')
  await page.waitForTimeout(LATE_MS)
  expect((await keptDrafts(house))?.[0]?.text).toBe('How often?')
})

test('what is typed while a review is on its way is not lost with what it says', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const page = await openPlan(house)
  const first = await holdFirst(page, '**/reviews')
  await page.keyboard.press('r')
  const words = page.getByLabel('What it comes to')
  await words.fill('Not yet.')
  await page.keyboard.press('Control+Enter')
  await expect.poll(first.count).toBe(1)
  await page.keyboard.type(' And why?')
  // Nothing seems to be taken that would be gone a moment later.
  expect(await words.inputValue()).toBe('Not yet.')
  first.letGo()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

async function openPlan(house: ServedHouse): Promise<Page> {
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${pull}` })
  await page.getByRole('group', { name: 'Your review' }).waitFor()
  return page
}

/** The first request to an address stays on its way until it is let go. */
async function holdFirst(page: Page, address: string) {
  const held = Promise.withResolvers<void>()
  let count = 0
  await page.route(address, async (route) => {
    count += 1
    if (count === 1) await held.promise
    await route.continue()
  })
  return { count: () => count, letGo: () => held.resolve() }
}

async function savedText(house: ServedHouse): Promise<string | undefined> {
  const [pull] = (await house.desk.pulls.list()).rows
  return pull && (await house.as('reviewer').call('read_pull', { pull: pull.id })).unsent.text
}
