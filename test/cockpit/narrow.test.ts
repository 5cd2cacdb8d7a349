import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'
import { hold } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const JOB = { agent: 'mailer', title: 'Answer the offers', policy: 'jobs/dependent' } as const
const MAIL = { gate: { kind: 'tool', tool: 'send_mail', args: { to: 'ann' } } } as const

afterAll(closeBrowser)

test('on the narrowest phone every place is in the bar whole, and what is halted is told in a whole word', async () => {
  const house = await aServedHouse({ cockpit })
  const agent = 'a-long-name-of-an-agent'
  await house.as('admin').call('set_kill_switch', { halt: { of: 'agent', agent }, on: true, reason: 'A leak.' })
  const { page } = await signIn(house, house.tokens.reviewer, { width: 320, height: 640 })
  const places = page.getByRole('navigation', { name: 'Places' })
  const { x, width } = (await places.getByRole('link', { name: 'Settings' }).boundingBox())!
  expect(x + width).toBeLessThanOrEqual(320)
  const chip = page.getByRole('link', { name: `agent ${agent} is halted` })
  await chip.getByText('Halted', { exact: true }).waitFor()
  await expect.poll(() => chip.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${house.url}/reference`)
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390)
})

test('where the system gives the colours, the count in the chosen tab is read like its name', async () => {
  const house = await aServedHouse({ cockpit })
  await hold(house, JOB, MAIL)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.emulateMedia({ forcedColors: 'active' })
  const count = page.locator('.segments [aria-current="page"] .dim, .segments [aria-pressed="true"] .dim').first()
  await count.waitFor()
  const [own, around] = await count.evaluate((span) => {
    const styleOf = Reflect.get(globalThis, 'getComputedStyle')
    return [styleOf(span).color, styleOf(span.parentElement).color]
  })
  expect(own).toBe(around)
})

test('on a phone a finger hits the number of a line and the tick above the files, and no row lies over another', async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${pull}`, width: 390, height: 844 })
  const numbers = page.locator('button.dl-no')
  await numbers.first().waitFor()
  const tick = page.getByRole('checkbox', { name: 'Only what I have not viewed' })
  const links = page.locator('.crumbs > a, .job-line > a')
  const ticks = page.locator('.check input')
  expect(await links.count()).toBeGreaterThan(1)
  for (const target of [tick, ...(await numbers.all()), ...(await links.all()), ...(await ticks.all())]) {
    const { width, height } = (await target.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  }
  const gaps = await page.locator('.diff-place').evaluateAll((rows) => {
    const boxes = rows.map((row) => row.getBoundingClientRect()).toSorted((a, b) => a.top - b.top)
    return boxes.slice(1).map(({ top }, at) => Math.abs(top - boxes[at]!.bottom))
  })
  expect(Math.max(...gaps)).toBeLessThan(1)
})
