import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const lines = (count: number, other: Readonly<Record<number, string>> = {}) =>
  `${Array.from({ length: count }, (_, at) => other[at + 1] ?? `const line${at + 1} = ${at + 1}`).join('\n')}\n`

afterAll(closeBrowser)

/** Work in folders and beside them: hunks, a file that moved, and one that hides characters. */
async function aHeldChange(house: ServedHouse) {
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'both', version: '1' }, async (job) => {
    await job.phase({ number: 1, type: 'tactical', title: 'The ground' }, async ({ step }) => {
      await step('write', (files) => {
        files.write('docs/numbers.ts', lines(60))
        files.write('src/old.ts', lines(20))
      })
      return undefined
    })
    return job.phase({ number: 2, type: 'strategic', title: 'The change' }, async ({ step }) => {
      await step('change', (files) => {
        files.write('docs/numbers.ts', lines(60, { 3: 'const three = 3', 30: 'const thirty = 30' }))
        files.write('src/deep/new.ts', lines(20))
        files.remove('src/old.ts')
        files.write('bidi.txt', 'if (admin\u202e) {\u200b\n')
        files.write('script.sh', 'echo hi\n')
      })
      return {}
    })
  })
  await leeway.start(program, { key: 'a', input: null })
  const [pull] = (await house.desk.pulls.list()).rows
  return pull?.id ?? ''
}

test('the tree and the changes have one order, a move is drawn, and every control says what it is about', {
  timeout: 60_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const pull = await aHeldChange(house)
  // So high that all of it is drawn at once.
  const { page } = await signIn(house, house.tokens.reviewer, {
    at: `/pulls/${encodeURIComponent(pull)}`,
    height: 2400,
  })
  await page.locator('.file-head').nth(3).waitFor()

  const heads = await page.locator('.file-head .file-name > :last-child').allInnerTexts()
  expect(heads).toEqual(['bidi.txt', 'docs/numbers.ts', 'script.sh', 'src/deep/new.ts'])
  const names = await page.locator('.tree-file .tree-name').allInnerTexts()
  expect(names).toEqual(heads.map((path) => path.split('/').at(-1)))

  const moved = page.getByRole('heading', { level: 3, name: 'renamed: src/old.ts to src/deep/new.ts' })
  await expect.poll(() => moved.locator('svg').count()).toBe(1)
  await expect.poll(() => moved.innerText()).not.toContain('→')

  const parts = await page
    .locator('.verdict button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? ''))
  expect(new Set(parts).size).toBe(parts.length)
  expect(parts).toContain('Reject the hunk at line 27 of docs/numbers.ts')
  await page.getByRole('button', { name: 'Line 1, added: if (admin[RLO]) {[ZWSP]', exact: true }).waitFor()
  const raw = await page.locator('[aria-label]').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel).join('\n'))
  expect(raw).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/)
})

/** Where the first of each of these is drawn, from the left. */
const drawnAt = (signs: string) => `(() => {
  const line = [...document.querySelectorAll('.dl-text')].find((one) => one.textContent.includes('evil'))
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  const found = new Map()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (let at = 0; at < node.data.length; at += 1) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      if (!found.has(node.data[at])) found.set(node.data[at], range.getBoundingClientRect().left)
    }
  }
  return [...'${signs}'].map((sign) => found.get(sign))
})()`

test('invariant 22: a line is drawn in the order in which it is written, whatever its letters', {
  timeout: 60_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'a', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic', title: 'The change' }, async ({ step }) => {
      await step('change', (files) => files.write('code.js', '\u05d0 = 1; evil() // \u05d1 | ok\n'))
      return {}
    }),
  )
  await leeway.start(program, { key: 'a', input: null })
  const [pull] = (await house.desk.pulls.list()).rows
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${encodeURIComponent(pull?.id ?? '')}` })
  await page.locator('.dl-text').filter({ hasText: 'evil' }).waitFor()
  const lefts = (await page.evaluate(drawnAt('\u05d0=;ev(/\u05d1|k'))) as readonly number[]
  expect(lefts).toHaveLength(10)
  expect(lefts).toEqual([...lefts].sort((one, other) => one - other))
})

async function edgesOf(element: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const { y, height } = (await element.boundingBox()) ?? { y: Number.NaN, height: 0 }
  return { top: y, bottom: y + height }
}

test('the head of the file that is read stays in sight, and the tree goes along', { timeout: 60_000 }, async () => {
  const house = await aServedHouse({ cockpit })
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'a', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic', title: 'The change' }, async ({ step }) => {
      await step('change', (files) => {
        for (let at = 10; at < 50; at += 1) files.write(`file-${at}.ts`, lines(at === 20 ? 200 : 3))
      })
      return {}
    }),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.goto(`${house.url}/pulls/${encodeURIComponent(`${job}:phase-1-strategic`)}?file=file-20.ts`)
  await page.locator('.dl-text').filter({ hasText: 'line30 ' }).waitFor()
  await page.mouse.move(800, 500)
  await page.mouse.wheel(0, 2000)
  const head = page.locator('.file-head').filter({ hasText: 'file-20.ts' })
  await expect.poll(() => page.locator('.dl-text').filter({ hasText: 'line3 ' }).count()).toBe(0)
  // Whoever goes up with the keyboard is not led behind it.
  await page.getByRole('button', { name: /^Line 110, added/ }).click()
  await page.keyboard.press('Escape')
  for (let times = 0; times < 30; times += 1) await page.keyboard.press('ArrowUp')
  await page.locator(':focus[aria-label^="Line 80, added"]').waitFor()
  expect((await edgesOf(page.locator(':focus'))).top).toBeGreaterThanOrEqual((await edgesOf(head)).bottom - 1)
  // It can be used where it stands.
  await head.getByRole('checkbox', { name: 'Viewed' }).click()
  const tree = page.getByRole('navigation', { name: 'Files' })
  await tree.getByText('1/41 viewed').waitFor()

  // Wherever somebody scrolls to, no head stands over another.
  const over = await page.evaluate(`(async () => {
    const found = []
    for (let y = -1; scrollY !== y && y < 6000 && found.length < 3; ) {
      y = scrollY
      scrollBy(0, 37)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const heads = [...document.querySelectorAll('.file-head')].map((head) => head.getBoundingClientRect()).sort((a, b) => a.top - b.top)
      heads.forEach((head, at) => at > 0 && heads[at - 1].bottom > head.top + 1 && found.push([y, heads[at - 1].bottom, head.top]))
    }
    return found
  })()`)
  expect(over).toEqual([])

  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  const current = tree.locator('[aria-current=true]')
  await expect.poll(() => current.innerText()).toMatch(/file-4\d\.ts/)
  expect((await edgesOf(current)).bottom).toBeLessThanOrEqual((await edgesOf(tree)).bottom + 1)
})

test('what changed within a line is set off, unified and split, with hidden characters named; and it is one text to whoever hears it', {
  timeout: 60_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const before = ['const wait = 1000', 'if (isAdmin) {', 'a = \u05d0\u05d1 + 1', 'const gone = true']
  const after = ['const wait = 2000', 'if (isAdmin\u200b) {', 'a = \u05d0\u05d2 + 1', 'export function other() {']
  const { pull, resume } = await aHeldPlan(house, async ({ step }, feedback) => {
    await step('write', (files) => files.write('send.ts', `${(feedback === null ? before : after).join('\n')}\n`))
    return { remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text: 'Done.' })) }
  })
  const { pull: seen, checkpoint } = await house.desk.pulls.read(pull)
  const about = { pull, head: seen.head, content_hash: checkpoint?.content_hash ?? '' }
  await house.desk.pulls.submit({ ...about, answer: 'request_changes', text: 'Longer.' })
  await resume()
  const { page } = await signIn(house, house.tokens.reviewer)
  const words = () => page.locator('.dl .changed-word').allInnerTexts()
  await page.goto(`${house.url}/pulls/${encodeURIComponent(pull)}?since=1`)
  await page.locator('.dl .changed-word').first().waitFor()
  expect(await words()).toEqual(['1000', '\u05d0\u05d1', '2000', 'ZWSP', '\u05d0\u05d2'])
  // Another line is no changed one, and what is added is read out whole.
  await page.getByRole('button', { name: 'Line 1, added: const wait = 2000', exact: true }).waitFor()
  const text = page.locator('.dl.added .dl-text').first()
  expect(await text.innerText()).toBe('const wait = 2000')
  // Colours come when they are there, and take nothing away.
  await text.locator('.code-number .changed-word').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('radio', { name: 'Split' }).click()
  await page.locator('.dl.half').first().waitFor()
  expect(await words()).toEqual(['1000', '2000', 'ZWSP', '\u05d0\u05d1', '\u05d0\u05d2'])
  expect(await axeViolations(page)).toEqual([])
})
