import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))

afterAll(closeBrowser)

async function aPreset(search = 'preset=jobs%2Fguided') {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.viewer)
  await page.goto(`${house.url}/policies?${search}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

test('a number is what somebody types, also after the box was emptied; left empty it is the preset’s', async () => {
  const page = await aPreset()
  const budget = page.getByRole('spinbutton', { name: 'budget usd' })
  await expect.poll(() => budget.inputValue()).not.toBe('')
  const preset = await budget.inputValue()
  await budget.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
  expect(await budget.inputValue()).toBe('')
  await page.keyboard.type('20')
  expect(await budget.inputValue()).toBe('20')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await expect.poll(() => budget.inputValue()).toBe(preset)
  await page.getByRole('radio', { name: 'YAML' }).click()
  expect(await page.getByLabel('Policy, as YAML').inputValue()).toBe('preset: jobs/guided\n')
})

test('while the YAML can not be read the form can not be used, says why, and leads back to the text', async () => {
  const page = await aPreset()
  await page.getByRole('radio', { name: 'YAML' }).click()
  await page.getByLabel('Policy, as YAML').fill('preset: jobs/guided\nbudget_usd: [')
  await page.getByRole('radio', { name: 'Form' }).click()
  const form = page.getByRole('group', { name: 'Values of the policy' })
  expect(await form.getByRole('checkbox').first().isDisabled()).toBe(true)
  expect(await form.getAttribute('title')).toBe('Nothing can be changed here while the YAML can’t be read.')
  await form.getByRole('checkbox').first().click({ force: true })
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to the text' }).click()
  expect(await page.locator(':focus').inputValue()).toBe('preset: jobs/guided\nbudget_usd: [')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('preset: jobs/guided')
  await page.getByRole('radio', { name: 'Form' }).click()
  expect(await form.getByRole('checkbox').first().isDisabled()).toBe(false)
})

test('a gate that was tried is asked about again when the policy changes, and says when it can not be', async () => {
  const page = await aPreset()
  const answer = page.locator('.try [role=status]')
  await page
    .getByLabel('Gate, as JSON')
    .fill('{"kind":"step","phase":"build","status":"warning","warnings":[{"text":"odd","severity":"medium"}]}')
  await page.getByRole('button', { name: 'What would happen?' }).click()
  await expect.poll(() => answer.innerText()).toMatch(/A person is asked/)
  await page.getByRole('combobox', { name: 'warning tolerance' }).selectOption('high')
  await expect.poll(() => answer.innerText()).not.toMatch(/A person is asked/)

  await page.getByRole('radio', { name: 'YAML' }).click()
  await page.getByLabel('Policy, as YAML').fill('preset: [')
  await page.getByText('The policy has mistakes. This is the answer of the last one without.').waitFor()
  await page.getByLabel('Gate, as JSON').fill('{ "kind": "intent", "confidence": 0.1 }')
  await page.getByText('The gate is changed. This is the answer to the one before.').waitFor()
})

test('an address with a preset that is not there says so', async () => {
  const page = await aPreset('preset=nope')
  await expect
    .poll(() => page.locator('.notice').allInnerTexts())
    .toEqual(['There is no preset called nope. Choose one from the list, or begin with standard.'])
  await page.getByRole('navigation', { name: 'Presets' }).getByRole('link', { name: 'jobs/guided' }).click()
  await page.getByRole('heading', { level: 1, name: 'jobs/guided' }).waitFor()
})
