import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'
import { hold } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const MAIL = { kind: 'tool', tool: 'send_mail', args: { to: 'ann' } } as const
const JOB = { agent: 'mailer', title: 'Answer the offers', policy: 'jobs/dependent' } as const

afterAll(closeBrowser)

/** Every control that can't be used: how many there are, and which of them do not say why. */
const LOOK = `(() => {
  const off = [...document.querySelectorAll('main :is(:disabled, [aria-disabled="true"])')]
  const said = (control) => [
    control.title,
    control.getAttribute('aria-description'),
    ...(control.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
    control.closest('label')?.querySelector('.said')?.textContent,
  ].some((text) => text?.trim())
  return { off: off.length, silent: off.filter((control) => !said(control)).map((control) => control.outerHTML) }
})()`

interface Looked {
  readonly off: number
  readonly silent: readonly string[]
}

/** A page, and what is there when all of it is. */
type Place = readonly [path: string, there: string]

/** Looks at every page, and tells on how many there is something that can't be used. */
async function walk(page: Page, url: string, places: readonly Place[]): Promise<number> {
  let pages = 0
  for (const [path, there] of places) {
    await page.goto(`${url}${path}`)
    if (path.startsWith('/?')) {
      await page.locator('.row').first().waitFor()
      await page.keyboard.press('j')
    }
    await page.locator(there).first().waitFor({ state: 'attached' })
    const { off, silent } = (await page.evaluate(LOOK)) as Looked
    expect({ path, silent }).toEqual({ path, silent: [] })
    if (off > 0) pages += 1
  }
  return pages
}

test('what can not be used says why: to a viewer, to whoever pushed the work, to an administrator', {
  timeout: 90_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const { id, job } = await hold(house, JOB, { gate: MAIL })
  const { pull } = await aHeldPlan(house)
  const { head } = (await house.as('reviewer').call('read_pull', { pull })).pull
  await house.as('reviewer').call('commit_files', { pull, head, changes: { 'plan.md': 'Mine.\n' }, message: 'Mine' })
  const places: readonly Place[] = [
    [`/c/${id}`, '.answer [type=submit]'],
    [`/jobs/${job}`, '.section-head .danger'],
    [`/pulls/${pull}`, '.review-bar'],
    ...(['/pulls', '/jobs', '/grants'] as const).map((path): Place => [path, 'h1']),
    ['/policies', '.policy-editor'],
    ['/settings', '#halt ~ p .danger'],
  ]
  const paths: readonly Place[] = [['/?view=others', '.preview-foot'], ...places]

  const { page: vic } = await signIn(house, house.tokens.viewer)
  expect(await walk(vic, house.url, paths)).toBeGreaterThanOrEqual(5)
  await vic.goto(`${house.url}/jobs/${job}`)
  await vic.getByRole('button', { name: 'Cancel the job…' }).click({ force: true })
  await vic.locator('.toast', { hasText: 'You may look but not decide.' }).waitFor()

  const { page: rob } = await signIn(house, house.tokens.reviewer)
  expect(await walk(rob, house.url, paths)).toBeGreaterThanOrEqual(3)
  await rob.goto(`${house.url}/pulls/${pull}`)
  const approve = rob.getByRole('button', { name: 'Approve & merge' })
  await expect
    .poll(() => approve.getAttribute('title'))
    .toBe('You started or edited this, so somebody else has to approve it: ada.')

  const { page: ada } = await signIn(house, house.tokens.admin)
  await walk(ada, house.url, [['/?', '.preview-foot'], ...places])
})

test('on a phone a long reason is told in full, above the buttons', async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { head } = (await house.as('reviewer').call('read_pull', { pull })).pull
  await house.as('reviewer').call('commit_files', { pull, head, changes: { 'plan.md': 'Mine.\n' }, message: 'Mine' })
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${pull}`, width: 390, height: 844 })
  const bar = page.getByRole('group', { name: 'Your review' })
  const approve = bar.getByRole('button', { name: 'Approve & merge' })
  await approve.click({ force: true })
  const why = 'You started or edited this, so somebody else has to approve it: ada.'
  await page.getByRole('status').getByText(why).waitFor()
  const told = bar.locator('.bar-told')
  await expect.poll(() => told.innerText()).toBe(why)
  expect(await told.evaluate((it) => it.scrollHeight <= it.clientHeight && it.scrollWidth <= it.clientWidth)).toBe(true)
  const [text, button] = [(await told.boundingBox())!, (await approve.boundingBox())!]
  expect(text.y + text.height).toBeLessThanOrEqual(button.y)
  expect(text.x + text.width).toBeLessThanOrEqual(390)
  // It is not said a second time where it would be cut off.
  expect((await page.locator('.toast').boundingBox())?.width).toBeLessThan(30)
})
