import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const NIT = { id: 'nit-1', kind: 'nit', text: 'A word too many.', suggestion: null, anchor: null } as const

afterAll(closeBrowser)

/** Somebody has approved a plan with a remark, so that its merge waits for the agent; an administrator has it before them. */
async function anApprovalThatWaits() {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.admin, { at: `/pulls/${encodeURIComponent(pull)}` })
  await page.locator('.dl').first().waitFor()
  const { pull: before, checkpoint } = await house.as('reviewer').call('read_pull', { pull })
  const given = { pull, head: before.head, content_hash: checkpoint?.content_hash ?? '', threads: [NIT] }
  await house.as('reviewer').call('submit_review', { ...given, answer: 'approve', text: '', verdicts: [] } as never)
  const bar = page.getByRole('group', { name: 'Your review' })
  await bar.getByText('While it waits, a no takes that back.').waitFor()
  await expect.poll(() => bar.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true')
  return { page, bar, read: () => house.as('reviewer').call('read_pull', { pull }) }
}

test('an approval that waits for the agent’s answers is taken back by a key', { timeout: 60_000 }, async () => {
  const { page, bar, read } = await anApprovalThatWaits()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Take the approval back?' })
  await dialog.getByText('nothing is merged, the agent goes on').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.type('Not like this.')
  await dialog.getByRole('button', { name: 'Take the approval back' }).click()
  await page.locator('.toast', { hasText: 'The approval is taken back, and nothing is merged.' }).waitFor()
  await bar.getByText('Its approval does not count any more').waitFor()
  const { pull, checkpoint } = await read()
  expect(pull).toMatchObject({ status: 'open', merge: null })
  expect(checkpoint?.spent_at).not.toBeNull()
  expect(checkpoint?.remarks.at(-1)).toMatchObject({ text: 'Not like this.', by: { id: 'ada' } })
})

test('work whose approval waits is rejected by a key, and closed', { timeout: 60_000 }, async () => {
  const { page, read } = await anApprovalThatWaits()
  await page.keyboard.press('X')
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await dialog.getByText('It ends the pull request.').waitFor()
  await page.keyboard.type('Never.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect.poll(async () => (await read()).pull).toMatchObject({ status: 'closed', merge: null })
})
