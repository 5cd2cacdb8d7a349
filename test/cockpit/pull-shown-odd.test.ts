import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const
const TEXT = '# A\n\n---\n\n| a | b |\n|---|---|\n| ok | yes | ❌ |\n\nend\n'

afterAll(closeBrowser)

async function aHeldText() {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house, async (workspace) => {
    await workspace.step('write', (files) => {
      files.write('odd.md', TEXT)
      files.write('empty.txt', '')
    })
    return undefined
  })
  const { page } = await signIn(house, house.tokens.reviewer)
  return { page, review: `${house.url}/pulls/${encodeURIComponent(pull)}` }
}

test(
  'a rule is a line across the text, and a table with a sign beyond its columns stands there as it is written',
  TIMEOUT,
  async () => {
    const { page, review } = await aHeldText()
    await page.goto(`${review}?view=rendered`)
    const rule = page.locator('.markdown hr')
    await rule.waitFor()
    await expect.poll(async () => (await rule.boundingBox())?.width).toBeGreaterThan(200)
    await expect.poll(() => page.locator('.markdown pre').innerText()).toContain('| ok | yes | ❌ |')
  },
)

test(
  'an address with a round that is none shows the newest, and an empty file says that it is one',
  TIMEOUT,
  async () => {
    const { page, review } = await aHeldText()
    for (const address of ['?round=abc&since=x', '/files?round=abc&path=empty.txt']) {
      await page.goto(`${review}${address}`)
      await page.getByText('empty.txt').first().waitFor()
      await expect.poll(() => page.getByText('is not a number').count()).toBe(0)
      await expect.poll(() => page.getByRole('combobox').first().inputValue()).not.toBe('')
    }
    await page.goto(review)
    await page.getByText('It is new, and empty.').waitFor()
  },
)
