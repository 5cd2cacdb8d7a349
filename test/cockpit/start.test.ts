import { afterAll, expect, test } from 'vitest'
import { closeBrowser, enter, openPage } from './browser.ts'
import { aPlace, start } from './started.ts'

afterAll(closeBrowser)

test('whoever starts it by the README reads why the demo is held, edits, says that they work alone, approves, and it goes on', {
  timeout: 60_000,
}, async () => {
  const { url, link, said } = await start(aPlace())
  const { page } = await openPage(url)
  await enter(page, link)
  const row = page.getByRole('listitem').filter({ hasText: 'send_mail' })
  await row.getByText('Demo: asked by the scripted agent; nothing real happens').waitFor()
  await page.getByRole('link', { name: 'mailer wants to run send_mail to everybody@example.org' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('nothing says that the tool keeps to itself').first().waitFor()
  await page.getByText('It would pass if').waitFor()

  await page.getByText('The agent goes on with exactly this content, once.').waitFor()
  await page.keyboard.press('e')
  await page.getByLabel('Arguments, as JSON').fill('{ "to": "ann@example.org", "text": "The tide is at nine." }')
  await page.getByText('added: "to": "ann@example.org"').waitFor()
  await page.keyboard.press('Control+Enter')
  // Nobody works alone without having said so.
  await page.getByText('say in the settings that they work alone').waitFor()
  const checkpoint = page.url()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('I work alone here').click()
  await expect.poll(() => page.getByLabel('I work alone here').isChecked()).toBe(true)
  await page.goto(checkpoint)
  await page.getByText('edited by ada').waitFor()
  await page.keyboard.press('y')
  await page.keyboard.press('Control+Enter')
  await page.getByText('It is approved by ada').waitFor()
  await expect.poll(said).toContain('Demo, mailer: It ran, once: mail sent to ann@example.org.')
})

test('a server that is killed and started again finds the answer half typed, and takes it', {
  timeout: 60_000,
}, async () => {
  const place = aPlace()
  const first = await start(place)
  const { page } = await openPage(first.url)
  await enter(page, first.link)
  await page.getByRole('link', { name: 'debugger asks to begin phase build' }).click()
  await page.getByRole('complementary', { name: 'Preview' }).getByRole('link', { name: 'Open' }).click()
  await page.getByRole('radio', { name: 'Reject' }).click()
  const reason = page.getByLabel('Why? The agent is told.')
  await reason.fill('Not before the')

  await first.killAtOnce()
  await page.getByText('Not connected').waitFor()
  await reason.press('End')
  await page.keyboard.type(' migration')
  const again = await start(place, new URL(first.url).port)
  await page.getByText('Live', { exact: true }).waitFor()
  await expect.poll(() => reason.inputValue()).toBe('Not before the migration')
  await page.reload()
  await expect.poll(() => reason.inputValue()).toBe('Not before the migration')

  await reason.press('End')
  await page.keyboard.type(' is undone.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('It is rejected by ada').waitFor()
  await page.getByText('Not before the migration is undone.').first().waitFor()
  await expect.poll(again.said).toContain('Demo, debugger: rejected by ada')
})
