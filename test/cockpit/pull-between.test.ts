import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const LINES = ['one', 'two', 'keep the queue', 'four', 'five']

afterAll(closeBrowser)

/** The second round drops a line of the first, and says so to nobody. */
const work: PhaseWork = async (workspace, feedback) => {
  await workspace.step('write', (files) => {
    files.write('plan.md', `${(feedback === null ? LINES : LINES.toSpliced(2, 1)).join('\n')}\n`)
  })
  return {
    answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, did: 'declined', text: 'It has to be so.' })),
    remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text: 'Done.' })),
  }
}

test('what went between two rounds is asked about where it was, and the agent reads what it said and since when it is gone', {
  timeout: 60_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldPlan(house, work)
  const at = `/pulls/${encodeURIComponent(pull)}`
  const { page } = await signIn(house, house.tokens.reviewer, { at })
  const dialog = page.getByRole('dialog')
  await page.locator('.dl').first().waitFor()
  await page.keyboard.press('r')
  await dialog.getByRole('textbox').fill('Shorter.')
  await page.keyboard.press('Control+Enter')
  await page.locator('.toast', { hasText: 'The work is with the agent again.' }).waitFor()
  await resume()

  await page.goto(`${house.url}${at}?since=1`)
  // The left number of a line that stayed is a way to the same line.
  await page.getByRole('button', { name: /^Old line 4: four/ }).click()
  await page.getByRole('article', { name: 'Comment on line 3' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Old line 3, removed: keep the queue/ }).click()
  await page.getByText('Written of round 1, in').waitFor()
  expect(await page.getByLabel('Suggest other lines').count()).toBe(0)
  await page.keyboard.type('Why did you drop this?')
  await page.keyboard.press('Control+Enter')
  const draft = page.getByRole('article', { name: 'Draft on line 3' })
  await draft.getByText('keep the queue').waitFor()
  // It stands below the line that went.
  const rows = page.locator('.diff-place')
  const texts = async () => (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  await expect
    .poll(async () => (await texts())[(await texts()).findIndex((text) => text.includes('only you see it')) - 1])
    .toContain('keep the queue')
  await page.keyboard.press('r')
  await dialog.getByText('plan.md:3 of round 1').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Request changes' }).click()
  const thread = page.getByRole('article', { name: 'Thread on line 3' })
  await thread.getByText('Why did you drop this?').waitFor()

  const { threads } = await house.desk.pulls.read(pull)
  expect(threads).toMatchObject([{ round: 1, place: null, state: 'outdated', anchor: { quote: ['keep the queue'] } }])
  await page.goto(`${house.url}${at}`)
  await thread.getByText('The lines that it was about are gone.').waitFor()
  await resume()
  await thread.getByText('It has to be so.').waitFor()
})
