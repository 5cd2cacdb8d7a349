import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const

afterAll(closeBrowser)

test(
  'of two who approve, the first sees that it merges nothing yet, and the second whose approval is there',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const terms = { quorum: 2, timeoutSeconds: 7200, onTimeout: { do: 'deny' } } as const
    const { pull, resume } = await aHeldPlan(house, undefined, terms)
    const rob = (await signIn(house, house.tokens.reviewer, { at: `/pulls/${pull}` })).page
    const needs = rob.getByRole('group', { name: 'What it needs to be approved' })
    await needs.waitFor()
    await expect
      .poll(() => needs.innerText())
      .toMatch(/^Approvals 0 of 2\s+may approve: ada, rob\s+.*then it is closed, and nothing of it is merged$/s)
    expect(await axeViolations(rob)).toEqual([])
    const bar = rob.getByRole('group', { name: 'Your review' })
    await expect.poll(() => bar.getByRole('button', { name: /^Approve/ }).innerText()).not.toContain('merge')
    await rob.keyboard.press('y')
    const dialog = rob.getByRole('dialog', { name: 'Approve?' })
    await dialog.getByText('it is merged once 1 more person has approved it').waitFor()
    await rob.keyboard.press('Control+Enter')
    await rob.getByText('Your approval counts. 1 more is needed.').first().waitFor()
    await needs.getByText('1 of 2: rob').waitFor()
    await bar.getByText('You have approved this revision. 1 more person has to.').waitFor()

    const ada = (await signIn(house, house.token, { at: `/pulls/${pull}` })).page
    await ada.getByRole('group', { name: 'What it needs to be approved' }).getByText('1 of 2: rob').waitFor()
    await ada.getByRole('button', { name: /^Approve & merge/ }).click()
    await ada.keyboard.press('Control+Enter')
    await ada.getByRole('dialog').waitFor({ state: 'detached' })
    await resume()
    const outcome = ada.locator('.notice', { hasText: 'Merged' })
    await outcome.waitFor()
    await expect.poll(() => outcome.innerText()).toMatch(/rob approved it just now\n+ada approved it just now/)
  },
)

test('what nobody answered in time is closed by nobody, and says so', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const terms = { timeoutSeconds: 3, onTimeout: { do: 'deny' } } as const
  const { pull } = await aHeldPlan(house, undefined, terms)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${pull}` })
  const outcome = page.locator('.notice', { hasText: 'Closed' })
  await outcome.getByText(/^Nobody answered by 20/).waitFor()
  await expect
    .poll(() => outcome.innerText())
    .toMatch(/^Closed just now, by Leeway\. Nothing of it is merged\.\n+Nobody answered by/)
  await expect.poll(() => page.getByRole('group', { name: 'What it needs to be approved' }).count()).toBe(0)
})

test(
  'what goes on waiting after its deadline says that it is late, on its page and in the inbox',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const { pull } = await aHeldPlan(house, undefined, { timeoutSeconds: 0.1 })
    const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${pull}` })
    await page
      .getByRole('group', { name: 'What it needs to be approved' })
      .getByText(/^late by \d+s$/)
      .waitFor()
    await page.getByRole('link', { name: 'Checkpoint' }).click()
    await page
      .locator('.terms')
      .getByText(/^late by \d+s$/)
      .waitFor()
    await page.goto(`${house.url}/`)
    await expect.poll(() => page.locator('.row-side').first().innerText()).toMatch(/late by \d+s/)
  },
)
