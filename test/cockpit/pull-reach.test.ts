import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const
const BEFORE = 'one\ntwo\nthree\nfour\nfive\n'

afterAll(closeBrowser)

/** A plan that changes a line which stands on main, and adds two files; the agent says yes to everything. */
async function aHeldChange(house: ServedHouse) {
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'change', version: '1' }, async (job) => {
    await job.phase({ number: 1, type: 'tactical', title: 'Begin' }, async ({ step }) => {
      await step('write', (files) => files.write('a.md', BEFORE))
      return {}
    })
    return job.phase({ number: 2, type: 'strategic', title: 'Change it' }, async ({ step }, feedback) => {
      await step(`write ${feedback?.round ?? 0}`, (files) => {
        files.write('a.md', BEFORE.replace('three', 'THREE').replace('five', 'FIVE'))
        files.write('b.md', 'b\n')
        if (feedback !== null) files.write('c.md', 'c\n')
      })
      const did = { did: 'declined', text: 'As you say.' } as const
      return {
        answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, ...did })),
        remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, ...did })),
      }
    })
  })
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const pull = (await house.desk.pulls.list()).rows.find(({ status }) => status === 'open')
  if (pull === undefined) throw new Error('Nothing is held.')
  return { pull: pull.id, resume: () => leeway.resume(job) }
}

const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.tagName')
const submitted = (house: ServedHouse) => house.log('review_submitted')

/** A reviewer before that change. */
async function anOpenReview(size?: { readonly width: number; readonly height: number }) {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldChange(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(pull)}`, ...size })
  await page.locator('.dl').first().waitFor()
  return { house, page, pull, resume }
}

test(
  'a suggestion on a removed line is one for what stands in its place, and is there to be typed over',
  TIMEOUT,
  async () => {
    const { house, page } = await anOpenReview()
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe('Old line 3, removed: three')
    await page.keyboard.press('s')
    await page.getByRole('article', { name: 'Comment on line 3' }).waitFor()
    await expect.poll(() => page.getByLabel('What should stand there').inputValue()).toBe('THREE')
    await page.keyboard.type('drei')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('r')
    await page.getByRole('dialog').getByRole('listitem').getByText('a.md:3').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('The work is with the agent').first().waitFor()
    expect(await submitted(house)).toMatchObject([
      { data: { threads: [{ kind: 'suggestion', suggestion: 'drei', anchor: { side: 'new', first: 3 } }] } },
    ])
  },
)

test(
  'the keyboard stays at a thread that is resolved or replied to, and at the bar when a review was sent',
  TIMEOUT,
  async () => {
    const { page, resume } = await anOpenReview()
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await page.keyboard.type('Why?')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('r')
    await page.getByRole('dialog').getByText('a.md:3 (old)').waitFor()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => focused(page)).toBe('Your review')
    await resume()
    await page.getByRole('group', { name: 'Your review' }).getByRole('button', { name: 'Go to round 2' }).click()
    const thread = page.getByRole('article', { name: 'Thread on old line 3' })
    await thread.getByText('As you say.').waitFor()
    await thread.getByRole('button', { name: 'Reply' }).click()
    await page.keyboard.type('Well.')
    await page.keyboard.press('Control+Enter')
    await thread.getByText('Well.').waitFor()
    await expect.poll(() => focused(page)).toBe('Thread on old line 3')
    await thread.getByRole('button', { name: 'Resolve' }).focus()
    await page.keyboard.press('Enter')
    await thread.getByText('resolved', { exact: true }).waitFor()
    await expect.poll(() => focused(page)).toBe('Thread on old line 3')
  },
)

test(
  'a reply that is on its way is sent once, takes no more words, and is done with wherever its box is',
  TIMEOUT,
  async () => {
    const { house, page } = await anOpenReview()
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await page.keyboard.type('Why?')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('r')
    await page.getByRole('dialog').getByText('a.md:3 (old)').waitFor()
    await page.keyboard.press('Control+Enter')
    const thread = page.getByRole('article', { name: 'Thread on old line 3' })
    const [asked, arrive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/v1/pulls/*/threads/*', async (route) => {
      asked.resolve()
      await arrive.promise
      await route.continue()
    })
    await thread.getByRole('button', { name: 'Reply' }).click()
    await page.keyboard.type('Well.')
    await page.keyboard.press('Control+Enter')
    await asked.promise
    await page.keyboard.type(' Or not.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => thread.getByLabel('Reply').inputValue()).toBe('Well.')
    const fold = page.locator('.file-head').filter({ hasText: 'a.md' }).locator('[aria-expanded]').first()
    await fold.click()
    await thread.waitFor({ state: 'detached' })
    arrive.resolve()
    await page.getByText('Your reply is there.').waitFor()
    await fold.click()
    await thread.getByText('Well.').waitFor()
    await expect.poll(() => thread.getByLabel('Reply').count()).toBe(0)
    expect(await house.log('thread_replied')).toHaveLength(1)
  },
)

test(
  'on a phone one file is open at a time, and several lines are commented on by naming both ends',
  TIMEOUT,
  async () => {
    const { page } = await anOpenReview({ width: 390, height: 844 })
    const line = (name: RegExp) => page.locator('.changes-main').getByRole('button', { name })
    const heads = page.locator('.file-head')
    const open = () => heads.locator('[aria-expanded=true]').count()
    await line(/^Line 1: one/).waitFor()
    await expect.poll(open).toBe(1)
    const approve = page.getByRole('group', { name: 'Your review' }).getByRole('button', { name: 'Approve & merge' })
    await expect.poll(() => approve.getAttribute('aria-description')).toMatch(/^You have not opened b\.md/)
    await page.getByRole('group', { name: 'Your review' }).getByRole('button', { name: 'Go to b.md' }).click()
    await line(/^Line 1, added: b/).waitFor()
    await expect.poll(open).toBe(1)
    await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('false')
    await heads.filter({ hasText: 'a.md' }).locator('[aria-expanded]').first().click()

    await line(/^Line 2: two/).click()
    const box = page.getByRole('article', { name: /^Comment on/ })
    await box.getByRole('radio', { name: 'suggestion' }).click()
    await expect.poll(() => box.getByLabel('What should stand there').inputValue()).toBe('two')
    await box.getByRole('button', { name: 'More lines…' }).click()
    await box.getByRole('status').getByText('Choose the number of the line').waitFor()
    await line(/^Line 4: four/).click()
    await page.getByRole('article', { name: 'Comment on lines 2 to 4' }).waitFor()
    await expect.poll(() => focused(page)).toBe('TEXTAREA')
    await expect.poll(() => box.getByLabel('What should stand there').inputValue()).toBe('two\nTHREE\nfour')
    await box.getByRole('radio', { name: 'nit' }).click()
    await expect.poll(() => box.getByLabel('What should stand there').count()).toBe(0)
    expect(await page.locator('body').evaluate((body) => body.scrollWidth)).toBeLessThanOrEqual(390)

    // An address that names a file leads into it.
    await page.goto(`${page.url().split('?')[0]}?file=b.md`)
    await line(/^Line 1, added: b/).waitFor()
    await expect.poll(open).toBe(1)
  },
)

test('whoever names the other end of a comment goes on with its words', TIMEOUT, async () => {
  const { page } = await anOpenReview()
  await page.getByRole('button', { name: 'All lines' }).click()
  await page.getByRole('button', { name: /^Line 2: two/ }).click()
  const box = page.getByRole('article', { name: /^Comment on/ })
  await page.keyboard.type('Take')
  const more = box.getByRole('button', { name: 'More lines…' })
  await more.click()
  await more.click()
  await expect.poll(() => focused(page)).toBe('BUTTON')
  await more.click()
  await page.getByRole('button', { name: /^Line 4: four/ }).click()
  await page.getByRole('article', { name: 'Comment on lines 2 to 4' }).waitFor()
  await page.keyboard.type(' more room')
  await expect.poll(() => box.getByLabel('Comment', { exact: true }).inputValue()).toBe('Take more room')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})
