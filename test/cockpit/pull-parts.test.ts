import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type PullId, ThreadId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { removeObject, repositoryBelow } from '../../src/testing/break-repository.ts'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { keptDrafts } from './kept-drafts.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const
const NUMBERS = Array.from({ length: 40 }, (_, at) => `const line${at + 1} = ${at + 1}`)

afterAll(closeBrowser)

/** One phase lays the ground, the next one changes it: so there are old lines, gaps, a script and bytes. */
const work: PhaseWork = async (workspace, feedback) => {
  await workspace.step('change', (files) => {
    const changed = NUMBERS.with(19, feedback === null ? 'const line20 = "twenty"' : 'const line20 = 20.5')
    files.write('src/numbers.ts', `${changed.with(37, 'const line38 = "thirty-eight"').join('\n')}\n`)
    files.write('notes.md', '# Notes\n\nThe first words.\n\n- one\n- two\n\n![x](https://evil.example/a.png)\n')
    files.write('picture.bin', new Uint8Array([0, 1, 2, 255]))
    // The agent gives it another name, and changes nothing of it.
    if (feedback !== null) files.remove('hidden.txt')
    files.write(feedback === null ? 'hidden.txt' : 'renamed.txt', 'a\u202enna\u200b\n')
  })
  return {
    answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, did: 'declined', text: 'It has to be so.' })),
    remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text: 'Done.' })),
  }
}

async function aHeldChange(house: ServedHouse) {
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'both', version: '1' }, async (job) => {
    await job.phase({ number: 1, type: 'tactical', title: 'The ground' }, async ({ step }) => {
      await step('write', (files) => files.write('src/numbers.ts', `${NUMBERS.join('\n')}\n`))
      return undefined
    })
    return job.phase({ number: 2, type: 'strategic', title: 'The change' }, work)
  })
  const run = await leeway.start(program, { key: 'a', input: null })
  const [pull] = (await house.desk.pulls.list()).rows
  if (pull === undefined) throw new Error('There is no pull request.')
  return { pull: pull.id, resume: () => leeway.resume(run.job) }
}

async function open(page: Page, { url }: ServedHouse, path: string): Promise<void> {
  await page.goto(`${url}/pulls/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const file = (page: Page, name: string) => page.locator('.file-head').filter({ hasText: name })
const line = (page: Page, name: RegExp) => page.locator('.changes-main').getByRole('button', { name })
const go = (page: Page, name: string) => page.getByRole('navigation', { name: 'Files' }).getByText(name).click()

/** Puts another text into the editor, as somebody does who pastes it. */
async function retype(page: Page, text: string): Promise<void> {
  await page.getByLabel('Text of the file').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

const bar = (page: Page) => page.getByRole('group', { name: 'Your review' })

test('lines are shown side by side, in full, found and chosen on both sides', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldChange(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await open(page, house, encodeURIComponent(pull))
  await file(page, 'hidden.txt').waitFor()
  await expect.poll(() => page.locator('.dl .hidden-character').allInnerTexts()).toEqual(['RLO', 'ZWSP'])
  await go(page, 'picture.bin')
  await page.getByText('These bytes are no text, or too many to show, so none of them is shown here.').waitFor()
  await page.getByRole('link', { name: 'Raw view' }).click()
  await page.getByText('00000000 00 01 02 ff').waitFor()
  await page.goBack()
  await file(page, 'hidden.txt').waitFor()

  await go(page, 'numbers.ts')
  const here = () => page.evaluate('document.activeElement.ariaLabel')
  await page.keyboard.press('j')
  await expect.poll(here).toMatch(/^Old line 20, removed/)
  await page.keyboard.press('ArrowUp')
  await expect.poll(here).toMatch(/^Line 19:/)
  await page.keyboard.press('j')
  await expect.poll(here).toMatch(/^Old line 20, removed/)
  // What has no line to stop at is stopped at as a whole.
  await page.keyboard.press('k')
  await expect.poll(here).toMatch(/old picture\.bin$/)
  await page.keyboard.press('j')
  await expect.poll(here).toMatch(/^Old line 20, removed/)
  // Whoever looks at it another way goes on where they were.
  const top = Number(await page.evaluate('scrollY'))
  expect(top).toBeGreaterThan(200)
  await page.getByRole('radio', { name: 'Split' }).click()
  await page.locator('.dl-pair').first().waitFor()
  expect(Number(await page.evaluate('scrollY'))).toBeGreaterThan(top / 2)
  await line(page, /^Old line 20, removed/).click()
  await line(page, /^Old line 21: /).click({ modifiers: ['Shift'] })
  await page.getByRole('article', { name: 'Comment on old lines 20 to 21' }).waitFor()
  await page.keyboard.type('It was a number.')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Show 16 unchanged lines' }).click()
  await line(page, /^Line 3: const line3 = 3/).click()
  await page.getByRole('article', { name: 'Comment on line 3' }).waitFor()
  await page.keyboard.type('Untouched, and still worth a word.')
  await page.keyboard.press('Control+Enter')

  await line(page, /^Line 19: const line19/).dragTo(line(page, /^Line 22: const line22/))
  await page.getByRole('article', { name: 'Comment on lines 19 to 22' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByLabel('Find in changes').fill('TWENTY')
  await page.getByLabel('Find in changes').press('Enter')
  await page.getByText('1 of 1').waitFor()
  await expect.poll(() => page.locator('[data-found=true]').innerText()).toContain('"twenty"')
  await expect.poll(async () => (await house.desk.pulls.read(pull)).drafts.length).toBe(0)
  await expect
    .poll(async () => (await keptDrafts(house))?.map(({ anchor }) => anchor))
    .toMatchObject([
      { side: 'old', first: 20, last: 21, quote: ['const line20 = 20', 'const line21 = 21'] },
      { side: 'new', first: 3, last: 3, before: ['const line1 = 1', 'const line2 = 2'] },
    ])
})

test(
  'files that were viewed or accepted stay so while they are the same, and what came back as it was is told',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const { pull, resume } = await aHeldChange(house)
    const { page } = await signIn(house, house.tokens.reviewer)
    await open(page, house, encodeURIComponent(pull))
    await page
      .locator('.hunk-head')
      .first()
      .getByRole('button', { name: /^Reject the hunk at line \d+ of/ })
      .click()
    await page.getByRole('dialog').getByRole('textbox').fill('Hidden characters.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
    await go(page, 'notes.md')
    await file(page, 'notes.md').getByRole('button', { name: 'Accept the file' }).click()
    await file(page, 'picture.bin').getByLabel('Viewed').check()
    await file(page, 'picture.bin').getByRole('button', { name: 'Reject the file' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('No pictures.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
    await go(page, 'numbers.ts')
    await page
      .locator('.hunk-head')
      .last()
      .getByRole('button', { name: /^Accept the hunk at line \d+ of/ })
      .click()
    await file(page, 'numbers.ts').getByLabel('Viewed').check()
    await file(page, 'numbers.ts').getByRole('button', { name: 'Reject the file' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('It has to stay a number.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('2/4 viewed').waitFor()
    await bar(page).getByText('verdicts 5').waitFor()
    await page.keyboard.press('r')
    await expect
      .poll(() => page.getByRole('list', { name: 'Verdicts' }).getByRole('listitem').allInnerTexts())
      .toEqual(
        expect.arrayContaining([
          'rejected hidden.txt, part 1 of 1 Hidden characters.',
          expect.stringMatching(/^accepted src\/numbers.ts, part \d of \d$/),
          'rejected src/numbers.ts, the whole file It has to stay a number.',
        ]),
      )
    await page.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click()
    await page.getByText('The work is with the agent').first().waitFor()
    expect(await house.log('review_submitted')).toMatchObject([
      {
        data: {
          verdicts: [
            { path: 'hidden.txt', verdict: 'rejected', reason: 'Hidden characters.' },
            { path: 'notes.md', verdict: 'accepted' },
            { path: 'picture.bin', hunk: null, verdict: 'rejected' },
            { path: 'src/numbers.ts', hunk: expect.any(String), verdict: 'accepted' },
            { path: 'src/numbers.ts', hunk: null, verdict: 'rejected' },
          ],
        },
      },
    ])

    await resume()
    await page.getByRole('status').getByRole('button', { name: 'Go to round 2' }).click()
    await page.getByText('1/4 viewed').waitFor()
    await expect
      .poll(() => page.locator('.tree-file').filter({ hasText: 'numbers.ts' }).getAttribute('data-viewed'))
      .toBe('changed')
    await expect
      .poll(() => page.locator('.tree-file').filter({ hasText: 'notes.md' }).innerText())
      .toContain('accepted')
    await page.locator('.hunk-head').getByText('came back as it was rejected').waitFor()
    const no = page.getByRole('button', { name: 'Reject the hunk at line 1 of renamed.txt' })
    await expect.poll(() => no.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => no.getAttribute('title')).toBe('Hidden characters.')
    await file(page, 'picture.bin').getByText('came back as it was rejected').waitFor()

    // It is told at the top, in the tree, at the file and in the bar, and where only what changed since is shown.
    const back = page.getByRole('list', { name: 'What came back' })
    const isBack = [
      /^rob rejected part 1 of 1 of renamed\.txt, which was in hidden\.txt \("Hidden characters\."\)\s*Go to it$/,
      /^rob rejected what changes in picture\.bin \("No pictures\."\)\s*Go to it$/,
    ].map((text) => expect.stringMatching(text))
    await expect.poll(async () => (await back.getByRole('listitem').allInnerTexts()).toSorted()).toEqual(isBack)
    await bar(page).getByText('came back as rejected 2').waitFor()
    for (const name of ['picture.bin', 'renamed.txt']) {
      await expect
        .poll(() => page.locator('.tree-file').filter({ hasText: name }).innerText())
        .toContain('came back as rejected')
    }
    await file(page, 'renamed.txt').getByText('1 hunk came back as rejected').waitFor()
    await page.getByRole('button', { name: 'Since my last review' }).click()
    await page.getByText('What has not changed since is not shown below.').waitFor()
    await expect.poll(() => file(page, 'picture.bin').count()).toBe(0)
    await back.getByRole('listitem').filter({ hasText: 'picture.bin' }).getByRole('button').click()
    await file(page, 'picture.bin').locator(':focus').waitFor()
    await back.getByRole('listitem').filter({ hasText: 'renamed.txt' }).getByRole('button').click()
    await page.locator('.hunk-head:focus').getByText('came back as it was rejected').waitFor()
    await file(page, 'picture.bin').getByRole('button', { name: 'Accept the file' }).click()
    await bar(page).getByText('came back as rejected 1').waitFor()
    await file(page, 'picture.bin').getByRole('button', { name: 'Accept the file' }).click()

    await go(page, 'numbers.ts')
    const fold = page.getByRole('button', { name: 'what you accepted in an earlier round' })
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false')
    await line(page, /^Line 20, added/).waitFor()
    await expect.poll(() => line(page, /thirty-eight/).count()).toBe(0)
    await page.getByLabel('Find in changes').fill('thirty-eight')
    await page.getByLabel('Find in changes').press('Enter')
    await line(page, /^Line 38, added: .*thirty-eight/).waitFor()
    await fold.click()
    await line(page, /thirty-eight/).waitFor({ state: 'detached' })

    await go(page, 'notes.md')
    expect(
      await file(page, 'notes.md')
        .getByRole('button', { name: /^(Unfold|Fold)/ })
        .getAttribute('aria-expanded'),
    ).toBe('false')
  },
)

test('Markdown is commented as it reads, and loads nothing', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldChange(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await open(page, house, `${encodeURIComponent(pull)}?view=rendered&file=notes.md`)
  await page.locator(':focus[aria-label="Fold notes.md"]').waitFor()
  await page.getByText('image “x” ‹https://evil.example/a.png›').waitFor()
  await expect.poll(() => page.locator('.markdown img, .markdown a').count()).toBe(0)
  await line(page, /^Comment on the added block in line 6/).click()
  await page.keyboard.type('And three?')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await keptDrafts(house))?.[0]?.anchor)
    .toMatchObject({ path: 'notes.md', first: 6, last: 6, quote: ['- two'] })
  await page.getByRole('radio', { name: 'Unified' }).click()
  await line(page, /^Line 5, added: - one/).waitFor()
})

test('code has colours, is found by a pattern, and stands in folders that close', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldChange(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await open(page, house, encodeURIComponent(pull))
  const added = page.locator('.dl.added').filter({ hasText: '"twenty"' })
  await added.locator('.code-keyword', { hasText: 'const' }).waitFor()
  await added.locator('.code-text', { hasText: '"twenty"' }).waitFor()
  await expect.poll(() => added.locator('code').textContent()).toBe('const line20 = "twenty"')
  // What is hidden comes before what is pretty.
  await expect
    .poll(() => page.locator('.dl').filter({ hasText: 'RIGHT-TO-LEFT' }).locator('[class^=code-]').count())
    .toBe(0)

  const find = page.getByRole('search').filter({ has: page.getByLabel('Find in changes') })
  await page.getByLabel('Find in changes').fill('line(19|21) =')
  await find.getByText('nothing').waitFor()
  await page.getByRole('button', { name: 'Regular expression' }).click()
  await find.getByText('1 of 2').waitFor()
  // The keyboard stays in the box, so that the same key goes on, until somebody leaves it for what was found.
  await page.getByLabel('Find in changes').press('Enter')
  await page.keyboard.press('Enter')
  await find.getByText('2 of 2').waitFor()
  await page.getByRole('button', { name: 'Found before' }).click()
  await find.getByText('1 of 2').waitFor()
  // The words are set off, also through the colours of their letters, and those of this line apart from the others.
  const words = (name: string) => page.evaluate(`[...CSS.highlights.get(${JSON.stringify(name)}) ?? []].map(String)`)
  await expect.poll(() => words('found-here')).toEqual(['line19 ='])
  await expect.poll(() => words('found')).toEqual(['line21 ='])
  const shades = () =>
    page.locator('[data-found=true]').evaluate((found) => {
      const style = Reflect.get(globalThis, 'getComputedStyle')
      return [
        style(found).backgroundColor,
        style(found.closest('.diff-rows')!.querySelector('.dl:not(.added, .removed)')!).backgroundColor,
      ]
    })
  await expect.poll(async () => new Set(await shades()).size).toBe(1)
  await expect.poll(() => page.getByRole('article', { name: /^Comment on/ }).count()).toBe(0)
  await page.getByLabel('Find in changes').press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toMatch(/^Line 19: /)
  await page.getByLabel('Find in changes').fill('LINE(')
  await find.getByText('cannot be read').waitFor()
  await expect.poll(() => words('found')).toEqual([])

  const tree = page.getByRole('navigation', { name: 'Files' })
  await tree.getByRole('button', { name: 'src', expanded: true }).click()
  await expect.poll(() => tree.getByText('numbers.ts').count()).toBe(0)
  await tree.getByRole('button', { name: 'src', expanded: false }).click()
  await tree.getByText('numbers.ts').waitFor()
  await tree.getByLabel('Filter files').fill('nowhere')
  await tree.getByText('No file fits.').waitFor()
})

test('an address leads to a line, also to one that did not change, and follows what is chosen', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldChange(house)
  const { page } = await signIn(house, house.tokens.viewer)
  await open(page, house, `${encodeURIComponent(pull)}?file=src/numbers.ts#L33`)
  await page.locator(':focus[aria-label="Line 33: const line33 = 33"]').waitFor()
  await line(page, /^Line 20, added/).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#L20')
  expect(new URL(page.url()).searchParams.get('file')).toBe('src/numbers.ts')
  await line(page, /^Line 22/).click({ modifiers: ['Shift'] })
  await expect.poll(() => new URL(page.url()).hash).toBe('#L20-22')
  // Somebody opens another address on the page that is open.
  await page.evaluate('location.hash = "#L35"')
  await page.locator(':focus[aria-label="Line 35: const line35 = 35"]').waitFor()
  await page.evaluate('location.hash = "#L19-21"')
  await expect.poll(() => page.locator('.changes-main [data-chosen=new]').count()).toBe(3)
  await open(page, house, `${encodeURIComponent(pull)}?file=src/numbers.ts#O5`)
  await page.locator(':focus[aria-label="Line 5: const line5 = 5"]').waitFor()
})

test('on paper every line is there, and nothing that can only be clicked', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldChange(house)
  const { page } = await signIn(house, house.tokens.viewer)
  await page.setViewportSize({ width: 900, height: 400 })
  await open(page, house, encodeURIComponent(pull))
  const last = line(page, /^Line 38, added/)
  await line(page, /^Line 1/)
    .first()
    .waitFor()
  await expect.poll(() => last.count()).toBe(0)
  await page.evaluate('dispatchEvent(new Event("beforeprint"))')
  await page.emulateMedia({ media: 'print' })
  expect(await last.count()).toBe(1)
  expect(await page.getByRole('group', { name: 'Your review' }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate('dispatchEvent(new Event("afterprint"))')
  await expect.poll(() => last.count()).toBe(0)
})

test(
  'on paper nothing is folded and nothing can be clicked, and what is being written is the same box afterwards',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const { pull } = await aHeldPlan(house)
    const { page } = await signIn(house, house.tokens.reviewer)
    await open(page, house, encodeURIComponent(pull))
    await page.getByRole('button', { name: 'Fold plan.md' }).click()
    await page.getByRole('button', { name: 'Unfold plan.md' }).waitFor()
    await line(page, /^Line 2, added.*fetch/).click()
    const box = page.getByRole('textbox', { name: 'Comment' })
    await box.pressSequentially('Which url? ')
    await page.evaluate(`document.activeElement.dataset.same = 'yes'`)
    const rule = page.getByRole('button', { name: /^Line 10, added.*nine tries/ })
    expect(await rule.count()).toBe(0)

    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    await page.emulateMedia({ media: 'print' })
    expect(await rule.count()).toBe(1)
    await page.getByText('write the plan').waitFor()
    await expect.poll(() => page.locator('.pull details:not([open])').count()).toBe(0)
    await page.getByRole('rowheader').first().waitFor()
    expect(await page.evaluate(CLICKABLE)).toEqual([])

    await page.emulateMedia({ media: 'screen' })
    await page.evaluate('dispatchEvent(new Event("afterprint"))')
    await expect.poll(() => rule.count()).toBe(0)
    await expect.poll(() => page.locator('.pull details[open]').count()).toBe(0)
    // The keyboard is where it was, and goes on writing.
    await page.keyboard.type('Say.')
    await expect.poll(() => page.locator('textarea[data-same]').inputValue()).toBe('Which url? Say.')
  },
)

/** What can be clicked and is seen, but for numbers of lines, which are read. */
const CLICKABLE = `[...document.querySelectorAll('main :is(button, .button, input)')]
  .filter((one) => !one.classList.contains('dl-no') && one.checkVisibility({ visibilityProperty: true }))
  .map((one) => one.outerHTML)`

test('a file is edited in the browser: as a suggestion, or as a commit on the branch', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await open(page, house, `${encodeURIComponent(pull)}/files?path=plan.md`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const text = page.getByLabel('Text of the file')
  const before = String((await house.desk.pulls.file(pull, { path: 'plan.md' })).text)
  await retype(page, before.replace('after nine tries', 'after five tries'))
  await page.getByLabel('Why, in a line').fill('Sooner')
  await page.reload()
  await text.getByText('after five tries').waitFor()
  await expect.poll(() => page.getByLabel('Why, in a line').inputValue()).toBe('Sooner')
  await page.getByText('removed: 4. Give up after nine tries').waitFor()
  await page.getByRole('button', { name: 'Save as a suggestion' }).click()
  await page.getByRole('article', { name: 'Draft on line 10' }).waitFor()
  // It leads to the lines that it is for, and says what it is.
  await expect.poll(() => new URL(page.url()).hash).toBe('#L10')
  await page.getByText('Your suggestion is a draft. It goes out with your review.').waitFor()

  await open(page, house, `${encodeURIComponent(pull)}/files?path=plan.md&edit=true`)
  await retype(page, before.replace('in memory', 'on disk'))
  await page.getByLabel('Why, in a line').fill('Keep the queue')
  await page.getByRole('button', { name: 'Commit to the branch' }).click()
  await page.getByText('It is on the branch: round 2.').waitFor()
  await page.locator('.file-lines').getByText('The queue is kept on disk.').waitFor()
  const { commits } = await house.desk.pulls.read(pull)
  expect(commits.at(-1)).toMatchObject({ author: 'rob', message: 'Keep the queue' })

  await page.getByRole('button', { name: 'Edit' }).click()
  await retype(page, 'Half a')
  const { head } = (await house.desk.pulls.read(pull)).pull
  await house.desk.pulls.commit({ pull, head, changes: { 'plan.md': 'Another.\n' } })
  await page.getByText('Round 3 arrived while you were editing. What you typed is kept').waitFor()
  await expect.poll(() => text.innerText()).toContain('Half a')
  // The file is another one there, so that it is refused, and what was typed stays.
  await page.getByRole('button', { name: 'Commit to the branch' }).click()
  await page.getByText('has changed since: round 3 brought it anew').first().waitFor()
  await expect.poll(() => text.innerText()).toContain('Half a')
  await page.getByRole('button', { name: 'Save as a suggestion' }).click()
  await page.getByText('Written of round 2, in plan.md, about these lines:').waitFor()
})

test('the pages of pull requests keep the rules of accessibility, in either theme', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldChange(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: '/pulls' })
  await page.getByRole('link', { name: 'The change' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await open(page, house, encodeURIComponent(pull))
  await line(page, /^Line 1, added/)
    .first()
    .click()
  await page.keyboard.type('Why?')
  await page.keyboard.press('Escape')
  await line(page, /^Line 3, added/)
    .first()
    .click()
  await page.getByLabel('Suggest other lines').check()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await file(page, 'notes.md').getByRole('button', { name: 'Accept the file' }).click()
  await page.getByRole('button', { name: 'Accept the file notes.md, accepted' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.type('Say more.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The work is with the agent').first().waitFor()
  await resume()
  await page.getByRole('status').getByRole('button', { name: 'Go to round 2' }).click()
  await page.getByRole('radio', { name: 'Split' }).click()
  await page.keyboard.press('n')
  await page.getByText('It has to be so.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await go(page, 'notes.md')
  await file(page, 'notes.md').getByRole('button', { name: 'Rendered' }).click()
  await page.locator('.markdown').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  await open(page, house, `${encodeURIComponent(pull)}/files?path=notes.md&edit=true`)
  await retype(page, 'Another.\n')
  expect(await axeViolations(page)).toEqual([])
})

test(
  'a complaint that came back twice: the page says that nobody works on it, and leads to where it goes on',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const { pull, resume } = await aHeldPlan(house)
    const { pulls } = house.desk
    const ask = async (threads: readonly Draft[]) => {
      const { pull: shown, checkpoint } = await pulls.read(pull)
      const content_hash = checkpoint?.content_hash ?? ''
      await pulls.submit({ pull, head: shown.head, content_hash, answer: 'request_changes', text: 'Again.', threads })
    }
    const thread = ThreadId.parse('louder')
    const { page } = await signIn(house, house.tokens.reviewer, { at: '/pulls' })
    await page.getByText('waits for review').waitFor()
    await ask([{ id: thread, kind: 'blocking', text: 'Louder.', anchor: null, suggestion: null }])
    await page.getByText('with the agent').waitFor()
    for (const text of ['Not yet.', 'Still not.']) {
      await resume()
      await pulls.talk({ pull, thread, do: 'reopen', text })
      await ask([])
    }
    await page.getByText('job is stopped').waitFor()
    await open(page, house, encodeURIComponent(pull))
    await page.getByText('Nobody works on it, because its job is stopped.').waitFor()
    await expect
      .poll(() => page.getByText('The work is with the agent, which has yet to bring its next round.').count())
      .toBe(0)
    await page.getByRole('link', { name: 'See why, and resume it' }).click()
    await page.getByText('The same complaint came back 2 times').first().waitFor()
    await page.getByRole('button', { name: 'Resume…' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('With other words.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Resume…' }).waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByText('The work is with the agent').first().waitFor()
  },
)

test('why a part is rejected is kept over Esc, a reload and a change of mind, until it is sent', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldChange(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await open(page, house, pull)
  const asks = page.getByRole('dialog', { name: 'Reject this file?' })
  const words = asks.getByRole('textbox')
  const no = () => file(page, 'notes.md').getByRole('button', { name: 'Reject the file' }).click()
  await no()
  await words.fill('The link leads to nobody we kn')
  await page.keyboard.press('Escape')
  await asks.waitFor({ state: 'detached' })
  await page.reload()
  await no()
  await expect.poll(() => words.inputValue()).toBe('The link leads to nobody we kn')
  // Another file has words of its own.
  await page.keyboard.press('Escape')
  await file(page, 'hidden.txt').getByRole('button', { name: 'Reject the file' }).click()
  await expect.poll(() => words.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await no()
  await words.fill('The link leads to nobody we know.')
  await asks.getByRole('button', { name: 'Reject' }).click()
  await file(page, 'notes.md').getByText('rejected', { exact: true }).waitFor()
  await no()
  await no()
  await expect.poll(() => words.inputValue()).toBe('The link leads to nobody we know.')
  await asks.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('group', { name: 'Your review' }).getByText('verdicts 1').waitFor()
  // What was judged is gone with the next round, and so is the verdict.
  const { head } = (await house.desk.pulls.read(pull)).pull
  await house.desk.pulls.commit({ pull, head, changes: { 'notes.md': 'Nothing of it.\n' } })
  await page.getByRole('status').getByRole('button', { name: 'Go to round 2' }).click()
  await page.getByText('Nothing of it.').first().waitFor()
  await page.keyboard.press('r')
  await page.getByText('One verdict is about what has changed since, and is not sent.').waitFor()
  await page.getByRole('dialog').getByRole('textbox').fill('Not yet.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The work is with the agent').first().waitFor()
  expect(await house.log('review_submitted')).toMatchObject([{ data: { text: 'Not yet.', verdicts: [] } }])
})

test('a merge that a damaged repository stops is told with the reason and the next step', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldChange(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await open(page, house, pull)
  await page.locator('.file-head').first().waitFor()
  await stick(house, pull)
  await page.getByText('approved, merge failed').waitFor()
  const notice = page.getByText('It is approved, and could not be merged:')
  await expect
    .poll(() => notice.innerText())
    .toMatch(/git fsck.*leeway doctor names.*Main is as it was; once it is mended/)
  await page.reload()
  await notice.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${house.url}/pulls`)
  await page.getByText('merge failed').waitFor()
})

test('what was said of files that nobody can read is still there to be read', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldChange(house)
  const { checkpoint, pull: seen } = await house.desk.pulls.read(pull)
  const thread = { id: 't1', kind: 'nit', text: 'Nice words.', anchor: null, suggestion: null } as const
  await house.as('reviewer').call('submit_review', {
    ...{ pull, head: seen.head, content_hash: checkpoint?.content_hash ?? '', answer: 'comment', threads: [thread] },
  })
  removeObjects(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await open(page, house, pull)
  await page.getByText('The files can’t be read:').waitFor()
  await page.getByRole('article', { name: 'Thread on the whole' }).getByText('Nice words.').waitFor()
  expect(await axeViolations(page)).toEqual([])
})

test('a review of which one file alone is gone says so, and keeps what was said of it', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await open(page, house, pull)
  await line(page, /^Line 9, added/).click()
  await page.getByLabel('Comment', { exact: true }).fill('A second is too short.')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('m')
  await page.getByRole('dialog').getByRole('button', { name: 'Comment' }).click()
  const thread = page.getByRole('article', { name: 'Thread on line 9' })
  await thread.waitFor()

  const putBack = removeObject(repositoryBelow(house.root), 'phase-1-strategic:plan.md')
  await page.reload()
  await page.getByText('The files can’t be read:').waitFor()
  // It brings the lines along that it is about.
  await expect.poll(() => thread.innerText()).toMatch(/Wait a second between tries[^]*A second is too short\./)
  expect(await bar(page).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])

  putBack()
  await page.reload()
  await line(page, /^Line 9, added/).waitFor()
})

function removeObjects(house: ServedHouse): void {
  rmSync(join(repositoryBelow(house.root), 'objects'), { recursive: true })
}

/** Approves it where nothing of its repository is left. */
async function stick(house: ServedHouse, id: PullId): Promise<void> {
  const { pull, checkpoint, unshown } = await house.desk.pulls.read(id)
  const viewed = Object.fromEntries(unshown.map(({ path, hash }) => [path, hash]))
  await house.as('reviewer').call('mark_files', { pull: id, viewed })
  removeObjects(house)
  await house.as('reviewer').call('submit_review', {
    ...{ pull: id, head: pull.head, content_hash: checkpoint?.content_hash ?? '', answer: 'approve' },
  })
}
