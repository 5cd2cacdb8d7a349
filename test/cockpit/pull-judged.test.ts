import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { keptDrafts } from './kept-drafts.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const FILE = 'src/send.ts'

afterAll(closeBrowser)

test('whoever rejects a part is told what approving waits for, and takes that back with the whole file', {
  timeout: 60_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(pull)}` })
  const bar = page.getByRole('group', { name: 'Your review' })
  const dialog = page.getByRole('dialog')
  const part = (name: RegExp) => page.getByRole('button', { name })
  await part(/^Reject the hunk at line 1 of src\/send\.ts/).click()
  await dialog.getByLabel('Why? The agent reads it once you submit your review.').fill('Give it a timeout.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await bar.getByText(`You reject a part of ${FILE}: request changes, or take that back.`).waitFor()
  await expect.poll(() => bar.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('r')
  await dialog.getByRole('button', { name: 'Request changes' }).click()
  await page.locator('.toast', { hasText: 'The work is with the agent again.' }).waitFor()

  await resume()
  await bar.getByRole('button', { name: 'Go to round 2' }).click()
  await page.getByText('back-off.ts').first().waitFor()
  await page.getByRole('navigation', { name: 'Files' }).getByText('send.ts').click()
  const no = part(/^Reject the hunk at line 1 of src\/send\.ts/)
  await expect.poll(() => no.getAttribute('aria-pressed')).toBe('true')
  await part(/^Accept the file src\/send\.ts/).click()
  await page
    .locator('.toast', { hasText: `With the whole file you accept what you rejected, part 1 of 1: ${FILE}` })
    .waitFor()
  await page.getByRole('button', { name: `Unfold ${FILE}` }).click()
  await expect.poll(() => no.getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.press('m')
  await dialog.getByText(`You take back what you rejected: part 1 of 1 of ${FILE}.`).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Comment' }).click()
  await expect.poll(async () => (await house.desk.pulls.read(pull)).rejected).toEqual([])
  await expect.poll(() => bar.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).not.toBe('true')
})

test('a yes to what a file was before takes back no part that is rejected in it by now', {
  timeout: 60_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldPlan(house)
  const at = `/pulls/${encodeURIComponent(pull)}`
  const { page } = await signIn(house, house.tokens.reviewer, { at })
  const no = page.getByRole('button', { name: /^Reject the hunk at line 1 of src\/send\.ts/ })
  const dialog = page.getByRole('dialog')
  await no.click()
  await dialog.getByRole('textbox').fill('Give it a timeout.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.keyboard.press('r')
  await dialog.getByRole('button', { name: 'Request changes' }).click()
  await page.locator('.toast', { hasText: 'The work is with the agent again.' }).waitFor()
  await resume()
  const before = { path: FILE, file: 'h'.repeat(64), hunk: null, verdict: 'accepted', reason: '' } as const
  await house.as('reviewer').call('save_unsent', { pull, verdicts: [before] })
  await page.goto(`${house.url}${at}`)
  await page.getByRole('list', { name: 'What came back' }).waitFor()
  await page.getByRole('navigation', { name: 'Files' }).getByText('send.ts').click()
  await expect.poll(() => no.getAttribute('aria-pressed')).toBe('true')
})

test('a part that is rejected keeps its file from being accepted', { timeout: 60_000 }, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(pull)}` })
  const dialog = page.getByRole('dialog')
  const whole = page.getByRole('button', { name: /^Accept the file src\/send\.ts/ })
  await whole.click()
  await page.getByRole('button', { name: `Unfold ${FILE}` }).click()
  await page.getByRole('button', { name: /^Reject the hunk at line 1 of src\/send\.ts/ }).click()
  await dialog.getByRole('textbox').fill('Give it a timeout.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect.poll(() => whole.getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.press('r')
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Verdicts' }).getByRole('listitem').allInnerTexts())
    .toEqual([`rejected ${FILE}, part 1 of 1 Give it a timeout.`])
})

test('a draft that is discarded comes back as it was', { timeout: 60_000 }, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(pull)}` })
  await page.getByRole('button', { name: /^Line 9, added/ }).click()
  await page.keyboard.type('A second is too short.')
  await page.keyboard.press('Control+Enter')
  const draft = page.getByRole('article', { name: 'Draft on line 9' })
  await draft.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Your draft is discarded.').waitFor()
  await draft.waitFor({ state: 'detached' })
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await draft.getByText('A second is too short.').waitFor()
  await expect.poll(async () => (await keptDrafts(house))?.map(({ text }) => text)).toEqual(['A second is too short.'])
  // An open box in which nothing was written has nothing to bring back.
  await page.getByRole('button', { name: /^Line 10, added/ }).click()
  await page.getByRole('article', { name: 'Comment on line 10' }).getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
})
