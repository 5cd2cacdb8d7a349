import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const
const BYTES = new Uint8Array(400_000)
/** As git names them. */
const OBJECT = createHash('sha1').update(`blob ${BYTES.length}\0`).update(BYTES).digest('hex')

afterAll(closeBrowser)

const bar = (page: Page) => page.getByRole('group', { name: 'Your review' })
const approve = (page: Page) => bar(page).getByRole('button', { name: 'Approve & merge' })

/** A picture that is no text and too large to show, and a line of 5 MB between many others. */
const work: PhaseWork = async (workspace) => {
  await workspace.step('write', (files) => {
    files.write('a.txt', 'x\n'.repeat(200))
    files.write('bin.dat', BYTES)
    files.write('long.txt', `short\n${'y'.repeat(5_000_000)}\n`)
  })
  return {}
}

async function look(house: ServedHouse) {
  const { pull } = await aHeldPlan(house, work)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(pull)}` })
  await page.locator('.dl').first().waitFor()
  return { page, pull }
}

test(
  'invariant 22: what the lines do not show is named to the byte, is had whole, and only then approved',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const { page, pull } = await look(house)
    const why = 'The lines do not show all of bin.dat, long.txt. Download it, or look at it raw.'
    await bar(page).getByText(why).waitFor()
    await expect.poll(() => approve(page).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('y')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    await bar(page).getByRole('button', { name: 'Go to bin.dat' }).click()
    const note = page.locator('.unshown', { hasText: 'These bytes are no text' })
    await note.getByText(`after: 400,000 bytes, git object ${OBJECT}, mode 100644`).waitFor()
    await note.getByText('before: nothing').waitFor()
    await page.locator('.file-head', { hasText: 'bin.dat' }).getByText('400,000 bytes').waitFor()
    // The raw view would not show that much either.
    await expect.poll(() => note.getByRole('link').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      note.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('bin.dat')
    expect((await readFile(await download.path())).equals(BYTES)).toBe(true)

    await bar(page).getByRole('button', { name: 'Go to long.txt' }).click()
    await page.getByText('4,990,000 more characters, not shown').waitFor()
    await expect.poll(() => approve(page).getAttribute('aria-disabled')).toBe('true')
    await page.locator('.file-head', { hasText: 'long.txt' }).getByLabel('Viewed').check()
    await bar(page)
      .getByText(/The lines do not show/)
      .waitFor({ state: 'detached' })
    await approve(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve & merge' }).click()
    await page.getByText('merged', { exact: true }).waitFor()
    const marked = (await house.log('files_marked')).flatMap(({ data }) => Object.keys(data.viewed))
    expect(marked).toEqual(['bin.dat', 'long.txt'])
    expect((await house.desk.pulls.read(pull)).pull.merge?.reviewers).toEqual(['rob'])
  },
)

test('the page of a file that is too large to show gives it to be kept', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { page, pull } = await look(house)
  await page.goto(`${house.url}/pulls/${encodeURIComponent(pull)}/files?path=bin.dat&round=1`)
  await page.getByText('too many to show. Download them to look.').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  expect((await readFile(await download.path())).equals(BYTES)).toBe(true)
})
