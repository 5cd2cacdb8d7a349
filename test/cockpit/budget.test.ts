import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { aBigReview } from './big-review.ts'
import { closeBrowser, signIn } from './browser.ts'
import { fillRows, rowId } from './many-rows.ts'
import { hold } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const ROWS = 10_000
const MAIL = {
  job: { agent: 'mailer', title: 'Answer the offers', policy: 'jobs/dependent' },
  ask: { gate: { kind: 'tool', tool: 'send_mail', args: { to: 'ann' } } },
} as const

afterAll(closeBrowser)

const assets = () => readdirSync(join(cockpit, 'assets')).map((name) => join(cockpit, 'assets', name))
const gzipped = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1024

/** Every script that a page loads before it shows anything: the entry and what it imports at once. */
function shellScripts(): readonly string[] {
  const html = readFileSync(join(cockpit, 'index.html'), 'utf8')
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => join(cockpit, path))
}

test('the bundle keeps to its budget in kilobytes', () => {
  const of = (ending: string) => assets().filter((file) => file.endsWith(ending))
  expect(gzipped(shellScripts())).toBeLessThan(175)
  expect(gzipped(of('.js').filter((file) => /checkpoint-page/.test(file)))).toBeLessThan(23)
  const shell = new Set(shellScripts())
  const review = /(pull-page|use-unsent|diff-lines|use-pull|radio-bar|reason-dialog|why-paused|useMutation)-/
  expect(gzipped(of('.js').filter((file) => review.test(file) && !shell.has(file)))).toBeLessThan(190)
  expect(gzipped(of('.css'))).toBeLessThan(25)
  expect(gzipped(of('.woff2'))).toBeLessThan(60)
  const all = readdirSync(cockpit, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(all.length).toBeLessThan(150)
  const bytes = all.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  expect(bytes).toBeLessThan(6 * 1024 * 1024)
})

test('no page brings the schemas along that the server checks by', () => {
  const heavy = assets().filter((file) => file.endsWith('.js') && readFileSync(file, 'utf8').includes('_zod'))
  expect(heavy.map((file) => basename(file))).toEqual([])
})

test('no page waits for a script that waits for the page', async () => {
  const { parseAst } = await import('vite')
  const waiting = shellScripts().filter((file) => parseAst(readFileSync(file, 'utf8')).body.some(isAwaiting))
  expect(waiting.map((file) => basename(file))).toEqual([])
})

/** Whether something is awaited here and not in a function. */
function isAwaiting(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if ('type' in node && /Function/.test(String(node.type))) return false
  if ('type' in node && node.type === 'AwaitExpression') return true
  return Object.values(node).some(isAwaiting)
}

test('what talks to devices about passkeys is small, and loaded by nobody who uses none', async () => {
  const isIt = (file: string) => readFileSync(file, 'utf8').includes('ERROR_CEREMONY_ABORTED')
  const [library = '', ...more] = assets().filter((file) => file.endsWith('.js') && isIt(file))
  expect(more).toEqual([])
  expect(gzipped([library])).toBeLessThan(5)
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, MAIL.job, { ...MAIL.ask, terms: { irreversible: true } })
  const { page } = await signIn(house, house.tokens.reviewer)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(`${house.url}/c/${id}`)
  await page.getByRole('button', { name: 'Ask for a code' }).waitFor()
  expect(loaded.some((url) => url.endsWith('.js'))).toBe(true)
  expect(loaded.filter((url) => url.includes(basename(library)))).toEqual([])
})

test('ten thousand rows are a few hundred elements, and the keyboard reaches the last', {
  timeout: 60_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  await fillRows(house.store, await hold(house, MAIL.job, MAIL.ask), ROWS)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.getByText('999+').waitFor()
  await expect
    .poll(() => page.getByRole('navigation', { name: 'Views' }).innerText(), { timeout: 30_000 })
    .toMatch(/Needs me 1000[01]\+/)
  // One more waits than is read, and that is said.
  await page.getByText('More waits than is shown: the oldest 10,000').waitFor()
  await page.keyboard.press('j')
  await page.locator('.preview .fields').waitFor()
  expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThanOrEqual(500)
  await page.evaluate('document.querySelector(".rows").scrollTop = 1e9')
  await page.locator(`[data-id="${rowId(ROWS - 1)}"]`).click()
  await page.keyboard.press('k')
  await expect.poll(() => page.evaluate('document.activeElement.dataset.id')).toBe(rowId(ROWS - 2))
  expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThanOrEqual(500)
  // Nobody has looked at all of them.
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Approve 1…' }).waitFor()
  await page.evaluate('document.querySelector(".rows").scrollTop = 0')
  await page
    .getByRole('checkbox')
    .first()
    .click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: /^Approve 9\d+…/ }).click()
  await page.getByText('At most 50 are answered at once.').first().waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('five thousand changed lines with sixty threads are a thousand elements, and the keyboard reaches the last', {
  timeout: 60_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const pull = await aBigReview(house.root, house.as('admin'))
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(pull)}` })
  await page.locator('.dl').first().waitFor()
  const count = () => page.evaluate('document.querySelectorAll("*").length')
  expect(await count()).toBeLessThan(1500)
  await page.keyboard.press('p')
  await expect.poll(() => page.evaluate('document.activeElement.innerText')).toContain('What does line 150 stand for?')
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toMatch(/^Line 170, added/)
  expect(await count()).toBeLessThan(1500)
})

/** How many rows there are whenever a page of them is asked for that is not the first. */
const COUNT_DRAWN = `globalThis.drawn = []
const before = fetch
globalThis.fetch = (url, init) => {
  if (/checkpoints.*after=/.test(url)) drawn.push(document.querySelectorAll('.row').length)
  return before(url, init)
}`

test('the first rows are on the screen before the others are asked for, and are none fewer in the end', async () => {
  const house = await aServedHouse({ cockpit })
  await fillRows(house.store, await hold(house, MAIL.job, MAIL.ask), 300)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.addInitScript(COUNT_DRAWN)
  await page.reload()
  await page.getByText('Needs me 301').waitFor()
  const [atSecond, ...later] = (await page.evaluate('drawn')) as number[]
  expect(atSecond).toBeGreaterThan(10)
  expect(later).toHaveLength(1)
})
