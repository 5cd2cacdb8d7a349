import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const
const LONG = Array.from({ length: 6000 }, (_, at) => `const line${at + 1} = ${at + 1}\n`).join('')

afterAll(closeBrowser)

async function aLongFile(size: { readonly width?: number; readonly height?: number } = {}) {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house, async (workspace) => {
    await workspace.step('write', (files) => files.write('long.ts', LONG))
    return undefined
  })
  const at = `/pulls/${encodeURIComponent(pull)}/files?path=long.ts&edit=true`
  const { page } = await signIn(house, house.tokens.reviewer, { at, ...size })
  return {
    page,
    text: page.getByLabel('Text of the file'),
    commit: page.getByRole('button', { name: 'Commit to the branch' }),
  }
}

const drawn = (page: Page) => page.evaluate('document.querySelectorAll("*").length')

test(
  'of a long file that is edited what changes is shown, and the way to commit it stays in sight',
  TIMEOUT,
  async () => {
    const { page, text, commit } = await aLongFile({ width: 1440, height: 900 })
    await text.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('// ')
    const changes = page.getByRole('figure', { name: 'What changes' })
    await changes.getByText('added: // const line1 = 1').waitFor()
    await changes.getByText(/^5,99\d lines stay as they are/).waitFor()
    await expect.poll(() => drawn(page)).toBeLessThan(1500)
    const bottom = async () => {
      const box = await commit.boundingBox()
      return (box?.y ?? 1e9) + (box?.height ?? 0)
    }
    await expect.poll(bottom).toBeLessThan(900)
    await page.keyboard.press('Control+End')
    await page.keyboard.type('// the end')
    await changes.getByText('added: // the end').waitFor()
    await expect.poll(bottom).toBeLessThan(900)
    expect(await axeViolations(page)).toEqual([])

    // Where all of it changes it is drawn as far as somebody wants to read.
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await changes.getByRole('button', { name: 'Show 300 more lines of' }).waitFor()
    await expect.poll(() => drawn(page)).toBeLessThan(2500)
  },
)

test('on a phone the buttons of a long edit stay in sight as well', TIMEOUT, async () => {
  const { page, text, commit } = await aLongFile({ width: 390, height: 844 })
  await text.click()
  await page.keyboard.type('x')
  await expect.poll(async () => ((await commit.boundingBox())?.y ?? 1e9) < 800).toBe(true)
})

test('an edit that is discarded comes back as it was', TIMEOUT, async () => {
  const { page, text } = await aLongFile()
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// mine ')
  await page.getByLabel('Why, in a line').fill('Because.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Your edit is discarded.').waitFor()
  await text.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => text.innerText()).toContain('// mine const line1')
  await expect.poll(() => page.getByLabel('Why, in a line').inputValue()).toBe('Because.')
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
})
