import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { PersonId } from '../../src/model/ids.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { hold, TRANSFER } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const MAIL = {
  job: { agent: 'mailer', title: 'Answer the offers', policy: 'jobs/dependent' },
  ask: { gate: { kind: 'tool', tool: 'send_mail', args: { to: 'ann' } }, title: 'Trust me.' },
} as const

afterAll(closeBrowser)

test('many at once are one decision each; what needs more than a click is left out, and one that fails stays', async () => {
  const house = await aServedHouse({ cockpit })
  const first = await hold(house, MAIL.job, MAIL.ask)
  await hold(house, MAIL.job, MAIL.ask)
  await hold(house, TRANSFER.job, TRANSFER.ask)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').nth(2).waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Approve 3…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve 2 of 3 checkpoints?' })
  await dialog.getByText('2 of 3 can be decided from here').waitFor()
  await dialog.getByText('needs a proof that it is you').waitFor()

  // While the dialog is open, the network loses one of the two answers.
  await page.route(`**/v1/checkpoints/${first.id}/reviews`, (route) => route.abort())
  await dialog.getByRole('button', { name: /^Approve/ }).click()
  const left = page.getByRole('dialog', { name: 'Approve 1 of 2 checkpoints?' })
  await left.getByRole('alert').waitFor()
  await expect.poll(() => left.getByRole('alert').innerText()).toContain('No server answers')
  await expect.poll(() => left.getByRole('listitem').count()).toBe(2)
  await expect.poll(() => left.getByText('Left out:').count()).toBe(1)
  await expect.poll(() => left.getByRole('button', { name: 'Approve 1' }).count()).toBe(1)
  expect(await house.log('checkpoint_resolved')).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.row').count()).toBe(2)
})

test('of many at once those that were approved leave, and one that somebody else answered says so', async () => {
  const house = await aServedHouse({ cockpit })
  await hold(house, MAIL.job, MAIL.ask)
  const { id } = await hold(house, MAIL.job, MAIL.ask)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').nth(1).waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.keyboard.press('y')
  await page.getByText('2 decisions, one for each').waitFor()
  // Somebody else is faster by so little that the page has not heard of it.
  await page.route(`**/v1/checkpoints/${id}/reviews`, async (route) => {
    await house.answer(id, { answer: 'reject', reason: 'Not to Ann.' })
    await route.continue()
  })
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Not approved' })
  await dialog.getByRole('alert').waitFor()
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
  await expect.poll(() => dialog.innerText()).not.toMatch(/Left out|Approve /)
  await page.getByText('Approved: mailer wanted to run send_mail').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('what was left out when the dialog was opened stays out, whatever happens meanwhile', async () => {
  const house = await aServedHouse({ cockpit })
  await hold(house, MAIL.job, MAIL.ask)
  const own = { ...MAIL.job, started_by: PersonId.parse('rob') }
  const { id } = await hold(house, own, { gate: { kind: 'tool', tool: 'send_mail', args: { to: 'rob' } } })
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.goto(`${house.url}/?view=others`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve 1…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('You started or edited this').waitFor()
  await house.as('admin').call('change_settings', { solo: true })
  await dialog.getByText('It could not be answered when this was opened.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: /^Approve/ }).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Control+Enter')
  expect((await house.desk.checkpoint(id)).checkpoint.status).toBe('pending')
})
