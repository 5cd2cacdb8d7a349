import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { NOTHING_UNSENT } from '../../src/model/with-unsent.ts'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { keptDrafts } from './kept-drafts.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const

afterAll(closeBrowser)

async function openPlan(house: ServedHouse): Promise<Page> {
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${pull}` })
  await page.getByRole('group', { name: 'Your review' }).waitFor()
  return page
}

const line = (page: Page, name: RegExp) => page.locator('.changes-main').getByRole('button', { name })
const draftOn = (page: Page, number: number) => page.getByRole('article', { name: `Draft on line ${number}` })

test(
  'what is typed into a suggestion takes the place of the old lines, and goes on with what was written',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const page = await openPlan(house)
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    const lines = page.getByLabel('What should stand there')
    await lines.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('# Send')
    await expect.poll(() => lines.inputValue()).toBe('# Send')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article', { name: 'Draft on line 1' }).getByRole('button', { name: 'Edit' }).click()
    await lines.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(' again')
    await expect.poll(() => lines.inputValue()).toBe('# Send again')

    // The server keeps words with it, which nobody has typed.
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await keptDrafts(house))?.[0]).toMatchObject({ suggestion: '# Send again' })
    const { page: there } = await signIn(house, house.tokens.reviewer, { at: new URL(page.url()).pathname })
    for (const again of [page, there]) {
      await again.reload()
      const draft = again.getByRole('article', { name: 'Draft on line 1' })
      await draft.getByText('# Send again').waitFor()
      await expect.poll(() => again.getByText('Suggested change.').count()).toBe(0)
      await draft.getByRole('button', { name: 'Edit' }).click()
      await expect.poll(() => again.getByLabel('Comment', { exact: true }).inputValue()).toBe('')
    }
  },
)

test('other lines are suggested by typing them, and not sent before they are other lines', TIMEOUT, async () => {
  const page = await openPlan(await aServedHouse({ cockpit }))
  await line(page, /^Line 1, added: # Retry/).focus()
  await page.keyboard.press('s')
  const lines = page.getByLabel('What should stand there')
  await lines.and(page.locator(':focus')).waitFor()
  await page.getByLabel('Comment', { exact: true }).fill('Shorter.')
  await expect.poll(() => lines.inputValue()).toBe('# Retry the webhooks')
  await lines.fill('# Retry the webhooks\n')
  await page.getByText('Nothing is changed yet.').waitFor()
  await page.keyboard.press('Control+Enter')

  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Your suggestion on line 1 changes nothing yet.').waitFor()
  const send = dialog.getByRole('button', { name: 'Comment' })
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true')
  await send.click({ force: true })
  await page.keyboard.press('Escape')
  const draft = page.getByRole('article', { name: 'Draft on line 1' })
  await expect.poll(() => draft.innerText()).toContain('Shorter.')

  await draft.getByRole('button', { name: 'Edit' }).click()
  await lines.fill('# Send again')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('m')
  await dialog.getByRole('button', { name: 'Comment', disabled: false }).click()
  const thread = page.getByRole('article', { name: 'Thread on line 1' })
  await thread.waitFor()
  await expect.poll(() => thread.innerText()).toContain('# Send again')
})

test(
  'drafts of another device are there when somebody comes back, and what is being written here stays',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const here = await openPlan(house)
    await line(here, /^Line 3, added: We send/).click()
    const box = here.getByLabel('Comment', { exact: true })
    await box.fill('How often?')
    await expect.poll(async () => (await keptDrafts(house))?.length).toBe(1)

    const { page: there } = await signIn(house, house.tokens.reviewer)
    await there.goto(here.url())
    await line(there, /^Line 1, added: # Retry/).click()
    await there.getByLabel('Comment', { exact: true }).fill('Shorter.')
    await there.keyboard.press('Control+Enter')
    await expect.poll(async () => (await keptDrafts(house))?.length).toBe(2)

    await box.fill('How often, and for how long?')
    // As the browser says it of a window that somebody comes back to.
    await here.evaluate('dispatchEvent(new Event("focus"))')
    await draftOn(here, 1).getByText('Shorter.').waitFor()
    await expect.poll(() => box.inputValue()).toBe('How often, and for how long?')
    await expect.poll(() => box.evaluate((area) => area === area.ownerDocument.activeElement)).toBe(true)
  },
)

test(
  'what another page submits is no draft here any more, and what was written on in it is a new one',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const first = await openPlan(house)
    for (const [name, text] of [
      [/^Line 1, added: # Retry/, 'Shorter.'],
      [/^Line 3, added: We send/, 'How often?'],
    ] as const) {
      await line(first, name).click()
      await first.getByLabel('Comment', { exact: true }).fill(text)
      await first.keyboard.press('Control+Enter')
    }
    await expect.poll(async () => (await keptDrafts(house))?.length).toBe(2)
    const second = await first.context().newPage()
    second.setDefaultTimeout(10_000)
    await second.goto(first.url())
    await draftOn(second, 3).getByRole('button', { name: 'Edit' }).click()
    const words = second.getByLabel('Comment', { exact: true })
    await words.fill('How often? And')

    await first.keyboard.press('m')
    await first.getByRole('dialog').getByRole('button', { name: 'Comment' }).click()
    await second.getByRole('article', { name: 'Thread on line 3' }).getByText('How often?').waitFor()
    await second.getByRole('article', { name: 'Thread on line 1' }).waitFor()
    await draftOn(second, 1).waitFor({ state: 'detached' })
    // The box is where it was: whoever writes goes on.
    await words.and(second.locator(':focus')).waitFor()
    await second.keyboard.type(' how long?')
    await second.keyboard.press('Control+Enter')
    await draftOn(second, 3).getByText('How often? And how long?').waitFor()
    await expect.poll(async () => (await keptDrafts(house))?.at(-1)?.text).toBe('How often? And how long?')

    await second.reload()
    await draftOn(second, 3).getByText('How often? And how long?').waitFor()
    await second.keyboard.press('m')
    await second.getByRole('dialog').getByRole('button', { name: 'Comment' }).click()
    const threads = second.getByRole('article', { name: 'Thread on line 3' })
    await threads.getByText('How often? And how long?').waitFor()
    await expect.poll(() => threads.count()).toBe(2)
    await draftOn(second, 3).waitFor({ state: 'detached' })
  },
)

test(
  'verdicts with their reasons, words on the whole and begun replies follow somebody to another device, and go with the review',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const here = await openPlan(house)
    await line(here, /^Line 3, added: We send/).click()
    await here.getByLabel('Comment', { exact: true }).fill('How often?')
    await here.keyboard.press('Control+Enter')
    await here.keyboard.press('m')
    await here.getByRole('dialog').getByRole('button', { name: 'Comment' }).click()
    const thread = (page: Page) => page.getByRole('article', { name: 'Thread on line 3' })
    await thread(here).getByRole('button', { name: 'Reply' }).click()
    await here.keyboard.type('And when')
    await here.getByRole('button', { name: 'Reject the file src/send.ts' }).click()
    await here.getByLabel('Why?').fill('No receiver.')
    await here.keyboard.press('Control+Enter')
    await here.keyboard.press('r')
    await here.getByLabel('What it comes to').fill('Not yet.')
    await here.keyboard.press('Escape')
    await expect.poll(async () => await unsentOf(house)).toMatchObject({ text: 'Not yet.', verdicts: [{}] })
    expect((await house.desk.pulls.read(await pullOf(house))).unsent).toEqual(NOTHING_UNSENT)

    const { page: there } = await signIn(house, house.tokens.reviewer)
    await there.goto(here.url())
    const rejected = (page: Page) => page.getByRole('button', { name: 'Reject the file src/send.ts, rejected' })
    await rejected(there).waitFor()
    await expect.poll(() => rejected(there).getAttribute('title')).toBe('No receiver.')
    await expect.poll(() => thread(there).getByLabel('Reply').inputValue()).toBe('And when')
    await there.keyboard.press('r')
    await expect.poll(() => there.getByLabel('What it comes to').inputValue()).toBe('Not yet.')
    await there.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click()
    await there.getByRole('dialog').waitFor({ state: 'detached' })

    const bar = here.getByRole('group', { name: 'Your review' })
    await expect.poll(() => bar.innerText()).not.toContain('verdicts')
    await expect.poll(() => thread(here).getByLabel('Reply').inputValue()).toBe('And when')
    await here.reload()
    await expect.poll(() => thread(here).getByLabel('Reply').inputValue()).toBe('And when')
    await expect.poll(() => bar.innerText()).not.toContain('verdicts')
    await thread(here).getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(async () => await unsentOf(house)).toEqual(NOTHING_UNSENT)
  },
)

test('a draft whose file is not shown says which it is about, with its lines', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldPlan(house)
  const { pull: row, checkpoint } = await house.desk.pulls.read(pull)
  const about = { pull, head: row.head, content_hash: checkpoint?.content_hash ?? '' }
  await house.desk.pulls.submit({ ...about, answer: 'request_changes', text: 'Wait longer each time.' })
  await resume()
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${pull}?file=src/send.ts` })
  await line(page, /^Line 2, added: .*fetch/).click()
  await page.getByLabel('Comment', { exact: true }).fill('And the method?')
  await page.keyboard.press('Control+Enter')
  const about2 = draftOn(page, 2).getByText('About these lines, which are not shown here, of src/send.ts:')
  await draftOn(page, 2).waitFor()
  await expect.poll(() => about2.count()).toBe(0)
  await page.getByLabel('Compare with').selectOption('1')
  await about2.waitFor()
  await draftOn(page, 2).getByText('return fetch(url)').waitFor()
})

async function pullOf(house: ServedHouse) {
  const [pull] = (await house.desk.pulls.list()).rows
  if (pull === undefined) throw new Error('There is no pull request.')
  return pull.id
}

/** What the reviewer has begun, as the server has it: nobody else reads that. */
async function unsentOf(house: ServedHouse) {
  return (await house.as('reviewer').call('read_pull', { pull: await pullOf(house) })).unsent
}
