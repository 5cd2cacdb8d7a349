import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { pathFindings } from '../../src/review/path-findings.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { drawn, STALLED } from './drawn.ts'
import { WORK_PAYLOADS } from './payloads.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))

afterAll(closeBrowser)

/** A name that git and our rules take; the worst of them never reach a reviewer. */
function nameOf(payload: string, at: number): string {
  const path = `names/${at}/${payload.slice(0, 60)}.txt`
  return pathFindings(new TextEncoder().encode(path)).some(({ refused }) => refused) ? `names/${at}.txt` : path
}

const TEXT = WORK_PAYLOADS.map((payload) => payload.replaceAll('\0', '')).join('\n\n')

/** Everything that an agent can bring to a review, hostile. */
const work: PhaseWork = async (workspace) => {
  await workspace.step(WORK_PAYLOADS[0] ?? '', (files) => {
    files.write('all.md', TEXT)
    WORK_PAYLOADS.forEach((payload, at) => files.write(nameOf(payload, at), `${payload}\n`))
  })
  // What can act on a terminal is refused in a description, so that it never gets here.
  return { description: TEXT.slice(0, 15_000).replaceAll(/[^\P{Cc}\n\t\r]/gu, '') }
}

/** What no text of an agent may become. */
const MADE = [
  'main :is(iframe, object, embed, script, style, link, img, video, audio, form[action], base, meta)',
  ':is(.markdown, .dl-text, .file-name, .tree-name, .agent-says) :is(a, button, input, svg, dialog, form, details)',
].join(', ')

async function walk(page: Page, upTo = 400): Promise<number> {
  let screens = 0
  for (; screens < upTo; screens += 1) {
    await expect.poll(() => page.locator(MADE).count()).toBe(0)
    const isEnd = await page.evaluate(
      '(() => { const before = scrollY; scrollBy(0, innerHeight * 0.8); return before === scrollY })()',
    )
    if (isEnd === true) return screens
    await drawn(page)
  }
  return screens
}

test('two hundred hostile texts, names and Markdown in reviewed work run nothing, load nothing and imitate nothing', {
  timeout: 180_000,
  retry: { count: 2, condition: STALLED },
}, async () => {
  expect(WORK_PAYLOADS.length).toBeGreaterThan(200)
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house, work, {
    title: `<img src=x onerror=globalThis.pwned=1> ![x](//evil.example/x.png)`,
  })
  const { page, context } = await signIn(house, house.tokens.reviewer)
  const opened: string[] = []
  page.on('dialog', (dialog) => {
    opened.push(dialog.message())
    void dialog.dismiss()
  })
  context.on('page', (other) => opened.push(other.url()))
  await page.goto(`${house.url}/pulls/${encodeURIComponent(pull)}`)
  await page.locator('.file-head').first().waitFor()
  expect(await walk(page)).toBeGreaterThan(10)
  await page.evaluate('scrollTo(0, 0)')
  await page.locator('.tree-name').getByText('all.md').click()
  await page.locator('.file-head').filter({ hasText: 'all.md' }).getByRole('button', { name: 'Rendered' }).click()
  await page.locator('.markdown').first().waitFor()
  expect(await walk(page)).toBeGreaterThan(5)
  await page.goto(`${house.url}/pulls/${encodeURIComponent(pull)}/files?path=all.md`)
  await page.getByRole('button', { name: 'Rendered' }).click()
  await page.locator('.rendered .markdown').nth(200).waitFor()
  await expect.poll(() => page.locator(MADE).count()).toBe(0)
  expect(opened).toEqual([])
  expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
  expect(new URL(page.url()).origin).toBe(house.url)
})
