import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { breakRepository } from '../../src/testing/break-repository.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))

afterAll(closeBrowser)

test('a merge that is stuck is told above the inbox as soon as it is, and leads to why', async () => {
  const house = await aServedHouse({ cockpit })
  await house.desk.setSolo(true)
  const { leeway } = await aHeldPlan(house)
  await leeway.close()
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').first().waitFor()
  expect(await page.getByText('merge is stuck').count()).toBe(0)
  breakRepository(house.root)
  await house.answerAll({ answer: 'approve' })
  const notice = page.locator('.inbox-notices')
  await expect
    .poll(() => notice.innerText(), { timeout: 20_000 })
    .toBe('1 merge is stuck until a person mends what stops it: Retry the webhooks')
  await page.getByRole('heading', { name: 'No question needs you' }).waitFor()
  await notice.getByRole('link', { name: 'Retry the webhooks' }).click()
  await page.getByText('It is approved, and could not be merged').waitFor()
})
