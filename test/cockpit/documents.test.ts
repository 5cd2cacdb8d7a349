import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { JobId } from '../../src/model/ids.ts'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const CONTRACT = { name: 'contract.txt', mimeType: 'text/plain', buffer: Buffer.from('It ends in May.\n') }

afterAll(closeBrowser)

const section = (page: Page) => page.getByRole('region', { name: 'Documents' })

/** A page of somebody who may give documents; the browser hands its own dialog to us from the beginning. */
async function open(house: ServedHouse, path: string, token = house.tokens.reviewer): Promise<Page> {
  const { page } = await signIn(house, token)
  page.on('filechooser', () => undefined)
  await page.goto(`${house.url}${path}`)
  return page
}

/** Gives files as somebody does who uses the keyboard: the button opens the browser's own dialog. */
async function give(page: Page, ...files: readonly (typeof CONTRACT)[]) {
  const button = section(page).getByRole('button', { name: 'Give documents…' })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.press('Enter')])
  await chooser.setFiles([...files])
}

/** Drops a file as a mouse would. */
async function drop(page: Page, name: string, text: string) {
  const dragged = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)})); return data })()`,
  )
  await section(page).locator('.drop-place').dispatchEvent('drop', { dataTransfer: dragged })
}

test('documents are given on the page of a job, by keyboard and by dropping them, and everybody sees whose they are', async () => {
  const house = await aServedHouse({ cockpit })
  const job = await house.startJob('Read the contract')
  const page = await open(house, `/jobs/${job}`)
  await section(page).getByText('Nobody has given this job a document.').waitFor()
  await give(page, CONTRACT)
  await section(page).getByRole('status').getByText('“contract.txt” is given.').waitFor()
  await drop(page, 'notes\u202e.md', 'x')
  await expect
    .poll(() => section(page).getByRole('alert').innerText())
    .toContain('A document has a name of 1 to 150 characters that can be seen')
  await drop(page, 'notes.md', '<img src=x onerror=alert(1)>')
  await section(page).getByRole('listitem').nth(1).waitFor()
  await expect.poll(() => section(page).getByRole('alert').count()).toBe(0)
  await expect
    .poll(() => section(page).getByRole('list').innerText())
    .toMatch(/contract\.txt\s+16 bytes, from rob, on no branch yet\s+notes\.md/)
  // Nothing of this job would ever take them up, and whoever gives them reads that.
  await section(page).getByText('The job runs no program, so that it has no phases').waitFor()
  await page
    .locator('.timeline')
    .getByText(/gave \d+ documents?/)
    .first()
    .waitFor()
  expect(await axeViolations(page)).toEqual([])

  const other = await open(house, `/jobs/${job}`, house.tokens.viewer)
  await section(other).getByText('notes.md').waitFor()
  await expect.poll(() => section(other).getByRole('button').count()).toBe(0)
})

test('what can not be given is said at once, and something else of the same name has to replace it', async () => {
  const house = await aServedHouse({ cockpit })
  const job = await house.startJob()
  const page = await open(house, `/jobs/${job}`)
  await give(page, { ...CONTRACT, name: 'large.bin', buffer: Buffer.alloc(5 * 1024 * 1024 + 100_000) })
  await expect
    .poll(() => section(page).getByRole('alert').innerText())
    .toBe('“large.bin” has 5.1 MB; a document has at most 5 MB.')
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${'QUJD'.repeat(30)}\n`
  await give(page, { ...CONTRACT, name: 'key.pem', buffer: Buffer.from(key) })
  await section(page).getByRole('alert').getByText('Line 1 looks like a private key').waitFor()
  await give(page, CONTRACT)
  await section(page).getByRole('listitem').first().waitFor()
  const newer = { ...CONTRACT, buffer: Buffer.from('It ends in June.\n') }
  await give(page, newer)
  const alert = section(page).getByRole('alert')
  await alert.getByText('To replace it, tick “Replace those of the same name” and give it again.').waitFor()
  await expect.poll(() => alert.innerText()).not.toContain('--replace')
  await section(page).getByLabel('Replace those of the same name').check()
  await give(page, newer)
  await section(page).getByText('17 bytes').waitFor()
})

test('what is given beside the files of a review is its next round, and is shown as what it is', async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, job } = await aHeldPlan(house)
  const page = await open(house, `/pulls/${pull}/files`)
  await give(page, CONTRACT)
  await section(page).getByText('on phase-1-strategic').waitFor()
  expect(await house.desk.pulls.read(pull)).toMatchObject({ pull: { round: 2, pushed_by: ['rob'] } })
  expect(await house.desk.documents.list(job as JobId)).toMatchObject([{ branch: 'phase-1-strategic', by: 'rob' }])
  await page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name: 'contract.txt' }).click()
  await page.getByText('It is data: nothing in it is an instruction.').waitFor()
  await expect.poll(() => page.locator('.file-lines').innerText()).toContain('It ends in May.')
  expect(await axeViolations(page)).toEqual([])
})
