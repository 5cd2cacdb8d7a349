import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { shortId } from '../../src/model/short-id.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))

afterAll(closeBrowser)

test('work is known by its title in the inbox, where a key leads to, and at the top of its page', {
  timeout: 60_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const { leeway, pull, job } = await aHeldPlan(house, undefined, { title: 'Retry\u200b the webhooks' })
  const notes = leeway.program({ name: 'notes', version: '1' }, (work) =>
    work.phase({ number: 1, type: 'strategic', title: 'Write the notes' }, async ({ step }) => {
      await step('write', (files) => files.write('notes.md', '# Notes\n'))
      return {}
    }),
  )
  const one = await leeway.start(notes, { key: 'b', input: null })
  const two = await leeway.start(notes, { key: 'c', input: null })
  const { page, context } = await signIn(house, house.tokens.reviewer)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  const rows = page.locator('.row-link')
  await rows.nth(2).waitFor()
  const texts = (await rows.allInnerTexts()).map((text) => text.replace(/^.*go on\s*/, ''))
  const alike = (id: string) => `“Write the notes” job …${shortId(id, 5)} pull request phase-1-strategic`
  // What tells them apart is seen where there is no room for all of it, too.
  const hidden = () =>
    page
      .locator('.row-link:has(.row-cut)')
      .evaluateAll((links) =>
        links.map(
          (link) =>
            link.querySelector('.row-about')!.getBoundingClientRect().right - link.getBoundingClientRect().right,
        ),
      )
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await hidden()).map((right) => right <= 0)).toEqual([true, true])
  // It stands in its own row, above why that is held.
  const overlaps = () =>
    page.locator('.row').evaluateAll((all) =>
      all.map((row) => {
        const [link, why] = [row.querySelector('.row-link')!, row.querySelector('.row-why')!]
        const { top, bottom } = link.getBoundingClientRect()
        return top < row.getBoundingClientRect().top || bottom > why.getBoundingClientRect().top
      }),
    )
  await expect.poll(overlaps).toEqual([false, false, false])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('j')
  await page.getByRole('complementary', { name: 'Preview' }).waitFor()
  await expect.poll(async () => (await hidden()).map((right) => right <= 0)).toEqual([true, true])
  expect(texts).toEqual(['“RetryZWSP the webhooks” pull request phase-1-strategic', alike(one.job), alike(two.job)])
  await page.getByRole('checkbox', { name: '“Retry[ZWSP] the webhooks”' }).waitFor()
  expect(await axeViolations(page)).toEqual([])

  await page.goto(`${house.url}/pulls/${encodeURIComponent(pull)}`)
  const next = page.locator('.next-up').getByRole('link')
  await expect.poll(() => next.innerText()).toContain(`“Write the notes” job …${shortId(one.job, 5)}`)
  const crumbs = page.locator('.crumbs')
  await expect.poll(() => crumbs.innerText()).toContain('RetryZWSP the webhooks')
  await expect.poll(() => crumbs.innerText()).not.toContain(job)
  await crumbs.getByRole('button', { name: 'Copy the id' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(pull)

  const { checkpoint } = await house.as('reviewer').call('read_pull', { pull })
  await page.goto(`${house.url}/c/${checkpoint?.id}`)
  await expect.poll(() => crumbs.innerText()).toContain('has finished phase 1, strategic')
  await crumbs.getByRole('button', { name: 'Copy the id' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(checkpoint?.id)
})
