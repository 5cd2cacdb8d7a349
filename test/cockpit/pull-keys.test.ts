import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, pressAtOnce, signIn } from './browser.ts'
import { keptDrafts } from './kept-drafts.ts'
import { aHeldPlan, type Scene } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const

afterAll(closeBrowser)

/** Another job of the same agent, whose work is held too. */
async function anotherHeld({ desk }: ServedHouse, { leeway }: Scene): Promise<string> {
  const program = leeway.program({ name: 'notes', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic', title: 'Write the notes' }, async ({ step }) => {
      await step('write', (files) => files.write('notes.md', '# Notes\n'))
      return {}
    }),
  )
  const { job } = await leeway.start(program, { key: 'b', input: null })
  const pull = (await desk.pulls.list()).rows.find((row) => row.job === job)
  if (pull === undefined) throw new Error('There is no second pull request.')
  return pull.id
}

const path = (page: Page) => decodeURIComponent(new URL(page.url()).pathname)
const next = (page: Page) => page.locator('.next-up')
const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")')
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test(
  'from a pull request a key leads on to the next one that needs me, before it is answered and after',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const scene = await aHeldPlan(house)
    const second = await anotherHeld(house, scene)
    const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(scene.pull)}` })
    await titled(page, 'Retry the webhooks')
    await page.locator('.dl').first().waitFor()
    await next(page).getByRole('link').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Next that needs me').waitFor()
    await expect.poll(() => page.getByRole('dialog').getByText('Back to the inbox').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press(']')
    await titled(page, 'Write the notes')
    expect(path(page)).toBe(`/pulls/${second}`)

    await page.keyboard.press(']')
    await titled(page, 'Retry the webhooks')
    await page.locator('.dl').first().waitFor()
    await page.keyboard.press('y')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve & merge' }).click()
    await page.getByText('merged', { exact: true }).waitFor()
    await next(page).getByRole('link').waitFor()
    await page.keyboard.press(']')
    await titled(page, 'Write the notes')
    expect(path(page)).toBe(`/pulls/${second}`)
    await next(page).getByText('Nothing else needs you.').waitFor()
  },
)

test('lines are chosen downwards and upwards by keyboard, also where the address came from git', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${pull}` })
  await page.locator('.dl').first().waitFor()
  await page.keyboard.press('J')
  await expect.poll(() => focused(page)).toBe('Fold plan.md')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => focused(page)).toBe('Line 1, added: # Retry the webhooks')
  for (let count = 0; count < 6; count += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe('Line 7, added: 1. Read the queue')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await sheet.getByText('Choose lines downwards').waitFor()
  await expect
    .poll(() => sheet.locator('kbd').allInnerTexts())
    .toEqual(expect.arrayContaining(['Shift Down', 'Shift Up']))
  await page.keyboard.press('Escape')
  const chosen = page.locator('.dl[data-chosen]')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => new URL(page.url()).pathname).toContain('%3A')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => chosen.count()).toBe(3)
  await expect.poll(() => focused(page)).toBe('Line 7, added: 1. Read the queue')
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('Shift+ArrowUp')
  await expect.poll(() => new URL(page.url()).hash).toContain('5')
  await page.keyboard.press('c')
  await page.getByRole('article', { name: 'Comment on lines 5 to 7' }).waitFor()
})

test('blocks of what is shown as it reads are chosen by keyboard, and commented together', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, {
    at: `/pulls/${encodeURIComponent(pull)}?view=rendered`,
  })
  await page.locator('.md-row').first().waitFor()
  await page.keyboard.press('J')
  await expect.poll(() => focused(page)).toBe('Fold plan.md')
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe('Comment on the added block in line 7')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Choose blocks downwards').waitFor()
  await page.keyboard.press('Escape')
  const chosen = page.locator('.md-row[data-chosen]')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => chosen.count()).toBe(3)
  await expect.poll(() => focused(page)).toBe('Comment on the added block in line 7')
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Shift+ArrowUp')
  await expect.poll(() => new URL(page.url()).hash).toBe('#L5-7')
  await page.keyboard.press('c')
  await page.getByRole('article', { name: 'Comment on lines 5 to 7' }).waitFor()
  await page.keyboard.type('All of this.')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await keptDrafts(house))?.[0]?.anchor)
    .toMatchObject({ path: 'plan.md', kind: 'block', first: 5, last: 7, quote: ['## Steps', '', '1. Read the queue'] })
})

test('a key begins to edit the file that is open', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, {
    at: `/pulls/${encodeURIComponent(pull)}/files?path=plan.md`,
  })
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  await page.keyboard.press('e')
  await page.getByLabel('Text of the file').waitFor()
  // The key itself is not typed into the text.
  await expect.poll(() => page.getByText('Nothing is changed yet.').count()).toBeGreaterThan(0)
})

test('why a key does nothing is told on the page that it is about, and on no other', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.viewer, { at: `/pulls/${encodeURIComponent(pull)}` })
  await page.locator('.dl').first().waitFor()
  await page.keyboard.press('y')
  await page.locator('.toast', { hasText: 'You may look but not decide.' }).waitFor()
  await page.keyboard.press('u')
  await page.getByText('Needs me').first().waitFor()
  await expect.poll(() => page.locator('.toast').count()).toBe(0)
})

/** Files that are each longer than what fits on a phone, or shorter. */
const MANY = Array.from({ length: 8 }, (_, at) => ({ path: `src/f${at}.ts`, lines: 20 + at * 7 }))

const writeMany: PhaseWork = async ({ step }) => {
  await step('write', (files) => {
    for (const { path: to, lines } of MANY) files.write(to, `${'const one = 1\n'.repeat(lines)}`)
  })
  return {}
}

/** Where what has the keyboard stands on the screen, and whether nothing lies over it. */
const PLACE = `(() => {
  const active = document.activeElement
  const { x, y, width, height } = active.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return { name: active.getAttribute('aria-label'), isSeen: top !== null && active.contains(top) }
})()`

test.for([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('a file marked viewed by a key leads to the head of the next, in sight ($width px)', TIMEOUT, async (size) => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house, writeMany)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(pull)}`, ...size })
  await page.locator('.dl').first().waitFor()
  for (let at = 1; at < MANY.length - 1; at += 1) {
    await page.keyboard.press('v')
    await expect.poll(() => page.evaluate(PLACE)).toEqual({ name: `Fold src/f${at}.ts`, isSeen: true })
  }
})

test('whoever goes to a file out of sight and begins to search at once stays in the search', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house, writeMany)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(pull)}` })
  await page.locator('.dl').first().waitFor()
  for (let at = 0; at < MANY.length - 1; at += 1) {
    await page.keyboard.press('J')
    await expect.poll(() => focused(page)).toBe(`Fold src/f${at}.ts`)
  }
  await pressAtOnce(page, ['J', '/'])
  await page.keyboard.type('vary')
  await expect.poll(() => page.locator('.find-changes').inputValue()).toBe('vary')
})

test('Esc empties the filter of the files, and leaves it once it is empty', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(pull)}` })
  await page.locator('.dl').first().waitFor()
  const filter = page.getByLabel('Filter files')
  const isIn = () => filter.evaluate((field) => field.matches(':focus'))
  await page.keyboard.press('t')
  await page.keyboard.type('send')
  await page.keyboard.press('Escape')
  await expect.poll(async () => [await filter.inputValue(), await isIn()]).toEqual(['', true])
  await page.keyboard.press('Escape')
  await expect.poll(isIn).toBe(false)
})
