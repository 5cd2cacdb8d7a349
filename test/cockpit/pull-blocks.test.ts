import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { keptDrafts } from './kept-drafts.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const

afterAll(closeBrowser)

async function aRenderedPlan(size: { readonly width?: number; readonly height?: number } = {}) {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const at = `/pulls/${encodeURIComponent(pull)}?view=rendered&file=plan.md`
  const { page } = await signIn(house, house.tokens.reviewer, { at, ...size })
  await block(page, 'lines? 7').waitFor()
  return { house, page }
}

const block = (page: Page, lines: string) =>
  page.getByRole('button', { name: new RegExp(`^Comment on the added block in ${lines}$`) })

test('with Shift a mouse chooses several blocks, on either side of the first', TIMEOUT, async () => {
  const { house, page } = await aRenderedPlan()
  await block(page, 'line 8').click()
  await page.getByRole('article', { name: 'Comment on line 8' }).waitFor()
  await block(page, 'line 10').click({ modifiers: ['Shift'] })
  await page.getByRole('article', { name: 'Comment on lines 8 to 10' }).waitFor()
  await expect.poll(() => page.locator('.md-row[data-chosen]').count()).toBe(3)
  await block(page, 'line 7').click({ modifiers: ['Shift'] })
  await page.getByRole('article', { name: 'Comment on lines 7 to 10' }).waitFor()
  await page.keyboard.type('Why these?')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await keptDrafts(house))?.map(({ anchor }) => anchor))
    .toMatchObject([{ kind: 'block', first: 7, last: 10, quote: expect.arrayContaining(['1. Read the queue']) }])
  // Without it the choice begins anew.
  await block(page, 'line 9').click()
  await page.getByRole('article', { name: 'Comment on line 9' }).waitFor()
})

test('on a phone several blocks are commented on by naming both ends', TIMEOUT, async () => {
  const { page } = await aRenderedPlan({ width: 390, height: 844 })
  await block(page, 'line 9').click()
  await page.getByRole('button', { name: 'More blocks…' }).click()
  await page.getByText('Choose the number of the block to which it reaches.').waitFor()
  await block(page, 'line 7').click()
  await page.getByRole('article', { name: 'Comment on lines 7 to 9' }).waitFor()
  expect(await page.getByText('Choose the number of the block').count()).toBe(0)
})
