import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))

afterAll(closeBrowser)

async function aPreset(search = 'preset=jobs%2Fguided') {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.viewer, { at: `/policies?${search}` })
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
  await expect.poll(() => budget.inputValue()).toBe('')
  await page.keyboard.type('20')
  await expect.poll(() => budget.inputValue()).toBe('20')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await expect.poll(() => budget.inputValue()).toBe(preset)
  await page.getByRole('radio', { name: 'YAML' }).click()
  await expect.poll(() => page.getByLabel('Policy, as YAML').inputValue()).toBe('preset: jobs/guided\n')
})

test('rules, sets, limits and settings of phases are changed by keyboard in the form, and the YAML reads as if written', async () => {
  const page = await aPreset()
  const form = page.getByRole('group', { name: 'Values of the policy' })
  const axis = (name: string) => form.getByRole('group', { name, exact: true })
  await expect.poll(() => page.getByRole('spinbutton', { name: 'budget usd' }).inputValue()).not.toBe('')
  await axis('rules').getByRole('button', { name: 'Add a rule' }).press('Enter')
  await axis('Rule 1').getByText('It names no tool yet').waitFor()
  await page.keyboard.type('send_*')
  await axis('Rule 1').getByRole('combobox', { name: 'Rule 1 Then' }).selectOption('deny')
  await axis('Rule 1').getByRole('textbox', { name: 'An argument' }).fill('to')
  await page.keyboard.press('Enter')
  await axis('Rule 1').getByRole('textbox', { name: 'Rule 1 to' }).fill('*@example.org')
  await axis('require approval for').getByRole('textbox', { name: 'A name' }).fill('deploy')
  await page.keyboard.press('Enter')
  await axis('checkpoint types').getByRole('checkbox', { name: 'tool call' }).check()
  await axis('limits').getByRole('spinbutton', { name: 'limits max total warnings' }).fill('7')
  await axis('overrides').getByRole('textbox', { name: 'A phase of its own' }).fill('build')
  await page.keyboard.press('Enter')
  await axis('In phase build').getByRole('combobox', { name: 'error tolerance' }).selectOption('low')
  await axis('frames').getByRole('checkbox', { name: 'duration' }).uncheck()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('radio', { name: 'YAML' }).click()
  const yaml = page.getByLabel('Policy, as YAML')
  await expect
    .poll(() => yaml.inputValue())
    .toBe(`preset: jobs/guided
rules:
  - match: { tool: send_*, args: { to: "*@example.org" } }
    then: deny
require_approval_for: [ deploy ]
checkpoint_types: [ deliverable, design_spec_approval, pre_render, tool_call ]
limits: { max_total_warnings: 7 }
overrides:
  build: { error_tolerance: low }
frames:
  enabled_heuristics: [ failure_boundary, context_switch, complexity, goal_completion, stagnation, context_overflow ]
`)
  await page.getByRole('radio', { name: 'Form' }).click()
  // What is refused is told where it stands, in the words of the server, and the other values stay in sight.
  await axis('Rule 1').getByRole('checkbox', { name: 'regular expression' }).first().check()
  await axis('Rule 1').getByRole('textbox', { name: 'Rule 1 Calls of' }).fill('(')
  await axis('rules').locator('.axis-wrong').getByText('regular expression').waitFor()
  await expect.poll(() => page.getByRole('spinbutton', { name: 'budget usd' }).inputValue()).not.toBe('')
  await page.getByRole('status', { name: 'What is wrong with it' }).getByRole('button', { name: 'rules' }).click()
  await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('axis-rules')
  await axis('Rule 1').getByRole('button', { name: 'Remove' }).first().click()
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Add a rule')
  await axis('require approval for').getByRole('button', { name: 'Remove deploy' }).click()
  await axis('overrides').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('radio', { name: 'YAML' }).click()
  await expect.poll(() => yaml.inputValue()).toContain('rules: []\nrequire_approval_for: []\n')
})

test('the heading names the preset that the document says by now', async () => {
  const page = await aPreset('preset=runs%2Fguarded')
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => heading.innerText()).toBe('runs/guarded')
  const before = await page.locator('.lead').innerText()
  await page.getByRole('radio', { name: 'YAML' }).click()
  await page.getByLabel('Policy, as YAML').fill('preset: jobs/guided\n')
  await expect.poll(() => heading.innerText()).toBe('jobs/guided')
  expect(await page.locator('.lead').innerText()).not.toBe(before)
  await page.getByText('As your document says; it began with runs/guarded.').waitFor()
  await page.getByLabel('Policy, as YAML').fill('preset: runs/guarded\nbudget_usd: 2\n')
  await expect.poll(() => heading.innerText()).toBe('runs/guarded')
})

test('while the YAML can not be read the form can not be used, says why, and leads back to the text', async () => {
  const page = await aPreset()
  await page.getByRole('radio', { name: 'YAML' }).click()
  await page.getByLabel('Policy, as YAML').fill('preset: jobs/guided\nbudget_usd: [')
  await page.getByRole('radio', { name: 'Form' }).click()
  const form = page.getByRole('group', { name: 'Values of the policy' })
  await expect.poll(() => form.getByRole('checkbox').first().isDisabled()).toBe(true)
  await expect.poll(() => form.getAttribute('title')).toBe('Nothing can be changed here while the YAML can’t be read.')
  await form.getByRole('checkbox').first().click({ force: true })
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to the text' }).click()
  await expect.poll(() => page.locator(':focus').inputValue()).toBe('preset: jobs/guided\nbudget_usd: [')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('preset: jobs/guided')
  await page.getByRole('radio', { name: 'Form' }).click()
  await expect.poll(() => form.getByRole('checkbox').first().isDisabled()).toBe(false)
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
