import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type PullId, ThreadId } from '../../src/model/ids.ts'
import { gitNow } from '../../src/testing/git-now.ts'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { keptDrafts } from './kept-drafts.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const

afterAll(closeBrowser)

async function look(page: Page, { url }: ServedHouse, pull: string): Promise<void> {
  await page.goto(`${url}/pulls/${encodeURIComponent(pull)}`)
  await page.locator('.dl, .file-head').first().waitFor()
}

/** A file on `main`, as git has it. */
function onMain(house: ServedHouse, path: string): string {
  const folder = join(house.root, '.leeway', 'repositories')
  const [name = ''] = readdirSync(folder)
  return gitNow([`--git-dir=${join(folder, name)}`, 'show', `main:${path}`]).toString()
}

const line = (page: Page, name: RegExp | string) => page.locator('.changes-main').getByRole('button', { name })
const bar = (page: Page) => page.getByRole('group', { name: 'Your review' })
/** The names in the tree of files, which shows all of them. */
const tree = (page: Page) => page.locator('.tree-name').allInnerTexts()
const dialog = (page: Page) => page.getByRole('dialog')

/** Goes to the next thread by its key, and is there. */
async function nextTalk(page: Page, name: string): Promise<void> {
  await page.keyboard.press('n')
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe(name)
}

test('a plan is commented, sent back, mended, looked at again and merged', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldPlan(house)
  const { page: rob } = await signIn(house, house.tokens.reviewer)
  await rob.getByRole('link', { name: /scout has finished phase 1/ }).press('Enter')
  await rob.getByRole('heading', { level: 1, name: 'Retry the webhooks' }).waitFor()
  expect(decodeURIComponent(new URL(rob.url()).pathname)).toBe(`/pulls/${pull}`)
  await rob.getByText('Why it paused: The first plan goes to a person.').waitFor()

  await line(rob, /^Line 2, added:\s+return fetch/).click()
  await rob.getByRole('radio', { name: 'suggestion' }).click()
  await rob.getByLabel('Comment', { exact: true }).fill('Say how.')
  await rob.getByLabel('Suggest other lines').check()
  await rob.getByLabel('What should stand there').fill("  return fetch(url, { method: 'POST' })")
  await rob.keyboard.press('Escape')

  await line(rob, /^Line 9, added/).click()
  await rob.getByLabel('Comment', { exact: true }).fill('A second is too short for a receiver that is down.')
  await rob.getByRole('button', { name: 'Keep as draft' }).click()
  await line(rob, /^Line 10, added/).click()
  await rob.getByRole('radio', { name: 'suggestion' }).click()
  await rob.getByLabel('Comment', { exact: true }).fill('Nine is a lot.')
  await rob.getByLabel('Suggest other lines').check()
  await expect.poll(() => rob.getByLabel('What should stand there').inputValue()).toBe('4. Give up after nine tries')
  await rob.getByLabel('What should stand there').fill('4. Give up after five tries')
  await rob.keyboard.press('Escape')
  await expect.poll(() => bar(rob).innerText()).toContain('drafts 3')
  await expect.poll(async () => (await keptDrafts(house))?.length).toBe(3)

  await bar(rob).getByRole('button', { name: 'Request changes' }).click()
  await dialog(rob).getByLabel('What it comes to, in your words').fill('Nearly there.')
  await dialog(rob).getByRole('button', { name: 'Request changes' }).click()
  const isAway = 'The work is with the agent, which has yet to bring its next round.'
  await rob.locator('.notice', { hasText: isAway }).waitFor()
  await bar(rob).getByText(isAway).waitFor()
  expect(await house.log('review_submitted')).toMatchObject([
    { data: { answer: 'request_changes', text: 'Nearly there.' } },
  ])

  await resume()
  await rob.getByText('Round 2 arrived while you were reading.').waitFor()
  await rob.getByRole('status').getByRole('button', { name: 'Go to round 2' }).click()
  await rob.getByLabel('Round', { exact: true }).getByText('round 2').waitFor({ state: 'attached' })
  await expect.poll(() => tree(rob)).toContain('back-off.ts')
  await nextTalk(rob, 'Thread on line 9')
  const first = rob.getByRole('article', { name: 'Thread on line 9' })
  await first.getByText('The agent scout says that it is fixed').waitFor()
  await first.getByText('The wait doubles now.').waitFor()
  await nextTalk(rob, 'Thread on line 10')
  await rob.getByRole('article', { name: 'Thread on line 10' }).getByLabel('Apply the suggestion').check()
  await rob.getByRole('button', { name: 'Since my last review' }).click()
  await expect.poll(() => tree(rob)).toEqual(['plan.md', 'src', 'back-off.ts'])
  await rob.getByRole('button', { name: 'Since my last review' }).click()

  await expect.poll(() => tree(rob)).toContain('workspace.md')
  // Whoever looks elsewhere meanwhile finds what they had ticked.
  await bar(rob).getByRole('button', { name: 'Apply 1 suggestion' }).waitFor()
  for (const on of ['line 9', 'line 10', 'line 2']) await nextTalk(rob, `Thread on ${on}`)
  await rob.getByRole('article', { name: 'Thread on line 2' }).getByLabel('Apply the suggestion').check()
  await bar(rob).getByRole('button', { name: 'Apply 2 suggestions' }).click()
  await dialog(rob)
    .getByText(/You then have a part in it/)
    .waitFor()
  await expect
    .poll(() => dialog(rob).getByRole('list', { name: 'Suggestions' }).getByRole('listitem').allInnerTexts())
    .toEqual(['plan.md:10 Nine is a lot.', 'src/send.ts:2 Say how.'])
  await dialog(rob).getByRole('button', { name: 'Apply 2 suggestions' }).click()
  await rob.getByText('It is on the branch: round 3.').waitFor()
  const { commits, threads } = await house.desk.pulls.read(pull)
  expect(commits.at(-1)).toMatchObject({ author: 'rob', message: 'Apply 2 suggestions' })
  expect(threads.flatMap(({ applied }) => applied?.commit ?? [])).toEqual(
    [commits.at(-1), commits.at(-1)].map((one) => one?.commit),
  )
  await bar(rob).getByText('You started or edited this, so somebody else has to approve it: ada.').waitFor()

  const { page: ada } = await signIn(house, house.tokens.admin)
  await look(ada, house, pull)
  await ada.getByText(/^rob asked for changes, /).waitFor()
  // What it is compared with stays while another round is looked at, unless that came before it.
  const [rounds, since] = [ada.getByLabel('Round', { exact: true }), ada.getByLabel('Compare with')]
  await since.selectOption('1')
  await rounds.selectOption('2')
  await expect.poll(() => new URL(ada.url()).search).toBe('?since=1&round=2')
  await expect.poll(() => since.inputValue()).toBe('1')
  await rounds.selectOption('1')
  await expect.poll(() => since.count()).toBe(0)
  await look(ada, house, pull)
  await ada.keyboard.press('n')
  await ada.getByText('4. Give up after five tries').first().waitFor()
  await ada
    .getByText(/^applied by rob in commit [0-9a-f]{8}, round 3,/)
    .first()
    .waitFor()
  await expect.poll(() => ada.getByLabel('Apply the suggestion').count()).toBe(0)
  await expect
    .poll(() => bar(ada).getByRole('button', { name: 'Approve & merge' }).getAttribute('aria-disabled'))
    .toBe('true')
  await bar(ada).getByText('A blocking thread is not resolved.').waitFor()
  await ada.getByRole('article', { name: 'Thread on line 9' }).getByRole('button', { name: 'Resolve' }).click()
  await bar(ada).getByRole('button', { name: 'Approve & merge', disabled: false }).click()
  await dialog(ada).getByText('Round 3, commit').waitFor()
  await dialog(ada).getByRole('button', { name: 'Approve & merge' }).click()
  await ada.getByText('merged', { exact: true }).waitFor()
  expect(onMain(house, 'plan.md')).toContain('3. Wait twice as long each time\n4. Give up after five tries\n')
  expect(onMain(house, 'src/send.ts')).toContain("fetch(url, { method: 'POST' })")
})

test('the whole review goes by keyboard alone', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.locator('.dl').first().waitFor()
  const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
  await page.keyboard.press('j')
  for (let count = 0; count < 6; count += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('Line 7, added: 1. Read the queue')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('c')
  await page.getByRole('article', { name: 'Comment on lines 7 to 8' }).waitFor()
  await page.keyboard.type('Say in which order.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article', { name: 'Draft on lines 7 to 8' }).waitFor()
  await expect.poll(focused).toBe('Draft on lines 7 to 8')
  await page.keyboard.press('N')
  await dialog(page).getByText('plan.md:7-8').waitFor()
  await page.keyboard.type('One thing.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The work is with the agent, which').first().waitFor()
  expect(await house.log('review_submitted')).toMatchObject([
    {
      data: {
        threads: [
          { kind: 'blocking', anchor: { first: 7, last: 8, quote: ['1. Read the queue', '2. Send each message'] } },
        ],
      },
    },
  ])

  await resume()
  await page.getByRole('status').getByRole('button', { name: 'Go to round 2' }).press('Enter')
  await expect.poll(() => tree(page)).toContain('back-off.ts')
  const plan = page.locator('.tree-file').filter({ hasText: 'plan.md' })
  await expect.poll(() => plan.locator('.chip').textContent()).toBe('1 comment')
  await page.keyboard.press('n')
  await expect.poll(focused).toBe('Thread on lines 7 to 8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('resolved', { exact: true }).waitFor()
  await page.keyboard.press('K')
  await page.keyboard.press('v')
  await page.getByText('1/4 viewed').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('longest')
  await page.keyboard.press('Enter')
  await page.getByText('1 of 1').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toContain('LONGEST = 60_000')
  await page.keyboard.press('y')
  await dialog(page).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('merged', { exact: true }).waitFor()
  expect((await house.desk.pulls.read(pull)).pull.merge?.reviewers).toEqual(['rob'])
})

/** Somebody else says something of the whole, so that the page looks again. */
async function sayOfAll({ desk }: ServedHouse, pull: PullId, text: string): Promise<void> {
  const { pull: seen, checkpoint } = await desk.pulls.read(pull)
  const about = { pull, head: seen.head, content_hash: checkpoint?.content_hash ?? '' }
  const thread = { id: ThreadId.parse('thr_all'), kind: 'nit', anchor: null, text, suggestion: null } as const
  await desk.pulls.submit({ ...about, answer: 'comment', threads: [thread] })
}

/** Comments of somebody on lines of the plan. */
async function sayOfLines({ desk }: ServedHouse, pull: PullId, numbers: readonly number[]): Promise<void> {
  const { pull: seen, checkpoint } = await desk.pulls.read(pull)
  const lines = ((await desk.pulls.file(pull, { path: 'plan.md' })).text ?? '').split('\n')
  const threads = numbers.map((at) => ({
    ...{ id: ThreadId.parse(`thr_${at}`), kind: 'nit' as const, text: `About ${at}.`, suggestion: null },
    anchor: {
      ...({ path: 'plan.md', side: 'new', kind: 'lines', first: at, last: at } as const),
      ...{ quote: [lines[at - 1] ?? ''], before: [], after: [] },
    },
  }))
  const about = { pull, head: seen.head, content_hash: checkpoint?.content_hash ?? '' }
  await desk.pulls.submit({ ...about, answer: 'comment', threads })
}

test('keys that are pressed faster than the page is drawn each go a step', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  await sayOfLines(house, pull, [3, 7, 9])
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, pull)
  await page.getByText('About 9.').waitFor()
  // The next one comes as soon as the page has heard the one before, and before a frame is drawn.
  await page.evaluate(`(async () => {
    for (let count = 0; count < 3; count += 1) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }))
      await new Promise((resolve) => queueMicrotask(resolve))
    }
  })()`)
  const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
  await expect.poll(focused).toBe('Thread on line 9')
})

/** Holds the answers to one kind of request back until it is told to hand them over; they say what was true when they were asked for. */
async function holdBack(page: Page, isIt: (request: Request) => boolean) {
  const over = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/pulls/**', async (route) => {
    if (!isIt(route.request())) return route.fallback()
    // The page may be closed by the time that it looks for the last time.
    const response = await route.fetch().catch(() => undefined)
    if (response === undefined) return
    held.resolve()
    await over.promise
    await route.fulfill({ response })
  })
  return { held: held.promise, handOver: over.resolve }
}

const isLook = (request: Request) =>
  request.method() === 'GET' && /\/pulls\/[^/]+$/.test(new URL(request.url()).pathname)
const isMark = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/marks')
/** Marks are sent nowhere, and fail when they are told to. */
const CUT_OFF = `
  const send = fetch
  globalThis.fetch = (...request) => String(request[0]).endsWith('/marks')
    ? new Promise((_done, fail) => { globalThis.cutOff = () => fail(new TypeError('Failed to fetch')) })
    : send(...request)`

test('a file that is marked while the page looks again stays marked', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, pull)
  const { held, handOver } = await holdBack(page, isLook)
  await sayOfAll(house, pull, 'Looks well.')
  await held
  const kept = page.waitForResponse((response) => isMark(response.request()))
  await page.keyboard.press('v')
  await page.getByText('1/3 viewed').waitFor()
  await kept
  handOver()
  await page.getByText('Looks well.').waitFor()
  await expect.poll(() => page.getByText('1/3 viewed').count()).toBe(1)
})

test('a mark stays on the page while it is on its way, and goes when it can not be kept', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.addInitScript(CUT_OFF)
  await look(page, house, pull)
  await page.keyboard.press('v')
  await sayOfAll(house, pull, 'Looks well.')
  await page.getByText('Looks well.').waitFor()
  await expect.poll(() => page.getByText('1/3 viewed').count()).toBe(1)
  await page.evaluate('cutOff()')
  await expect.poll(() => page.getByText('0/3 viewed').count()).toBe(1)
})

test.for(['request', 'answer'] as const)(
  'a comment that is submitted while it is saved is no draft again, though the %s of the save comes late',
  TIMEOUT,
  async (what) => {
    const house = await aServedHouse({ cockpit })
    const { pull } = await aHeldPlan(house)
    const { page } = await signIn(house, house.tokens.reviewer)
    await look(page, house, pull)
    const over = Promise.withResolvers<void>()
    const saving = page.waitForRequest('**/drafts')
    await page.route('**/drafts', async (route) => {
      if (what === 'request') await over.promise
      const response = await route.fetch()
      await over.promise
      await route.fulfill({ response })
    })
    await line(page, /^Line 9, added/).click()
    await page.getByLabel('Comment', { exact: true }).fill('Too short.')
    await page.keyboard.press('Control+Enter')
    await saving
    await page.keyboard.press('m')
    await dialog(page).getByRole('button', { name: 'Comment' }).click()
    await page.getByRole('article', { name: 'Thread on line 9' }).waitFor()
    // What the page has must be right by itself, and not because it is read again.
    if (what === 'answer') await holdBack(page, isLook)
    const saved = page.waitForResponse('**/drafts')
    over.resolve()
    await saved
    await page.keyboard.press('y')
    await page.getByRole('status').getByText('A blocking thread is not resolved.').waitFor()
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.goBack()
    await page.getByRole('article', { name: 'Thread on line 9' }).waitFor()
    await expect.poll(() => bar(page).innerText()).toContain('drafts 0')
  },
)

test('a phase that nobody wants is rejected from the review, with a reason, and that ends it', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, pull)
  await page.keyboard.press('Shift+X')
  await dialog(page).getByText('It ends the pull request.').waitFor()
  await dialog(page).getByText('Say why: the agent is told').waitFor()
  await dialog(page).getByLabel('Why nothing of it is wanted').fill('We buy it instead.')
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await page.getByText('closed', { exact: true }).waitFor()
  expect(await house.log('pull_closed')).toMatchObject([{ data: { pull, reason: 'We buy it instead.' } }])
})

test('no word is lost by Esc, a reload, leaving the page or a dead server', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, pull)
  await line(page, /^Line 3, added: We send/).click()
  await page.keyboard.type('Which receiver')
  await page.keyboard.press('Escape')
  const draft = page.getByRole('article', { name: 'Draft on line 3' })
  await draft.getByText('Which receiver').waitFor()
  await expect.poll(async () => (await keptDrafts(house))?.[0]?.text).toBe('Which receiver')

  await house.server.close()
  await page.getByText('Not connected').waitFor()
  await draft.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Comment', { exact: true }).press('End')
  await page.keyboard.type(' do you mean?')
  await house.serveAgain({ address: { port: Number(new URL(house.url).port) } })
  await page.reload()
  await draft.getByText('Which receiver do you mean?').waitFor()
  await expect
    .poll(async () => (await keptDrafts(house))?.[0]?.text, { timeout: 10_000 })
    .toBe('Which receiver do you mean?')

  await page.evaluate(
    "Object.keys(localStorage).filter((key) => key.startsWith('leeway.draft:')).forEach((key) => localStorage.removeItem(key))",
  )
  await page.getByRole('link', { name: 'Jobs' }).click()
  await page.goBack()
  await page.locator('.file-head').first().waitFor()
  await page.keyboard.press('n')
  await draft.getByText('Which receiver do you mean?').waitFor()
  await draft.getByRole('button', { name: 'Discard' }).click()
  await draft.waitFor({ state: 'detached' })
  await expect.poll(async () => await keptDrafts(house)).toEqual([])

  await sayOfAll(house, pull, 'Looks well.')
  const thread = page.getByRole('article', { name: 'Thread on the whole' })
  await thread.getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('Not to me')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Thread on the whole')
  await page.reload()
  await expect.poll(() => thread.getByLabel('Reply').inputValue()).toBe('Not to me')
})

test(
  'a round that arrives is announced, keeps the drafts, and nothing is answered until it was looked at',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const { pull } = await aHeldPlan(house)
    const { page } = await signIn(house, house.tokens.reviewer)
    await look(page, house, pull)
    await line(page, /^Line 3, added: We send/).click()
    await page.getByRole('radio', { name: 'nit' }).click()
    await page.getByLabel('Comment', { exact: true }).fill('A nit.')
    await page.keyboard.press('Escape')
    await line(page, /^Line 10, added: 4\. Give up/).click()
    await page.getByRole('radio', { name: 'nit' }).click()
    await page.getByLabel('Comment', { exact: true }).fill('Another.')
    const { head } = (await house.desk.pulls.read(pull)).pull
    const before = String((await house.desk.pulls.file(pull, { path: 'plan.md' })).text)
    const after = `Something else.\n\n${before.replace('4. Give up after nine tries', '4. Never give up')}`
    await house.desk.pulls.commit({ pull, head, changes: { 'plan.md': after } })
    await page.getByText('Round 2 arrived while you were reading. What you have written is kept.').waitFor()
    await expect.poll(() => page.locator('.dl-text').first().innerText()).toContain('# Retry the webhooks')
    await expect.poll(() => page.getByLabel('Comment', { exact: true }).inputValue()).toBe('Another.')
    for (const name of ['Approve & merge', 'Request changes', 'Comment']) {
      await expect.poll(() => bar(page).getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    }
    await bar(page).getByText('A newer round is there.').waitFor()
    // The banner is far above by then; the bar is always in sight.
    await page.evaluate('scrollTo(0, 1e9)')
    await bar(page).getByRole('button', { name: 'Go to round 2' }).click()
    await page.getByText('Something else.').first().waitFor()
    // One goes along with its line; of the other the line is gone, so it says what it was about.
    await page.getByRole('article', { name: 'Draft on line 5' }).getByText('A nit.').waitFor()
    await page.getByText('Written of round 1, in plan.md, about these lines:').waitFor()
    await bar(page).getByRole('button', { name: 'Approve & merge', disabled: false }).waitFor()
    await bar(page).getByRole('button', { name: 'Comment' }).click()
    await dialog(page).getByRole('button', { name: 'Comment' }).click()
    await page.getByRole('article', { name: 'Thread on line 5' }).getByText('A nit.').waitFor()
    const { threads } = await house.desk.pulls.read(pull)
    expect(threads.map(({ state, place, round }) => [state, place?.first, round]).toSorted()).toEqual([
      ['open', 5, 2],
      ['outdated', undefined, 1],
    ])
  },
)

/** Everything in the bar stands beside each other, can be hit with a thumb, and says what it is. */
async function refuseSecondRow(page: Page): Promise<void> {
  const parts = await bar(page).locator(':scope > *').all()
  const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!))
  const [top, bottom] = [Math.max(...boxes.map(({ y }) => y)), Math.min(...boxes.map(({ y, height }) => y + height))]
  expect(top).toBeLessThan(bottom)
  expect((await bar(page).boundingBox())?.height).toBeLessThan(64)
  const buttons = await bar(page).getByRole('button').all()
  for (const button of buttons) {
    const { width, height } = (await button.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    expect(await button.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
  }
  await expect.poll(() => bar(page).locator('.bar-counts').innerText()).toMatch(/drafts\s+1\s+unresolved\s+0/)
}

test('on a phone what can not be answered says why when it is tapped', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/pulls/${pull}`, width: 390, height: 844 })
  await page.locator('.file-head').first().waitFor()
  await line(page, /^Line 3, added: We send/).click()
  await page.getByLabel('Comment', { exact: true }).fill('Not so.')
  await page.getByRole('button', { name: 'Keep as draft' }).click()
  await bar(page).getByRole('button', { name: 'Approve & merge' }).click({ force: true })
  await page.getByRole('status').getByText('Your own draft is blocking').waitFor()
  await expect.poll(() => dialog(page).count()).toBe(0)
})

test('on a phone it is one column, and approving takes a second tap', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer, { width: 390, height: 844 })
  await page.getByRole('link', { name: /scout has finished phase 1/ }).click()
  await page.locator('.file-head').first().waitFor()
  await line(page, /^Line 3, added: We send/).click()
  await page.getByLabel('Comment', { exact: true }).fill('Fine by me.')
  await page.getByRole('radio', { name: 'nit' }).click()
  await page.getByRole('button', { name: 'Keep as draft' }).click()
  expect(await page.locator('body').evaluate((body) => body.scrollWidth)).toBeLessThanOrEqual(390)
  // What is found stands above the bar, and not under it.
  await page.getByLabel('Find in changes').fill('return fetch')
  await page.getByLabel('Find in changes').press('Enter')
  const bottom = async (place: Locator) => (await place.boundingBox())!.y + (await place.boundingBox())!.height
  const top = (await bar(page).boundingBox())!.y
  await expect.poll(() => bottom(page.locator('[data-found=true]'))).toBeLessThanOrEqual(top)
  // Whoever looks for the next goes on from there.
  await page.setViewportSize({ width: 390, height: 420 })
  await page.mouse.wheel(0, 5000)
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(400)
  const under = (await page.getByRole('banner').boundingBox())!.height
  await expect.poll(async () => (await page.getByRole('search').boundingBox())!.y).toBe(under)
  // One file is open at a time, and whoever approves has had all of them before them.
  await page.setViewportSize({ width: 390, height: 844 })
  const names = page.getByRole('navigation', { name: 'Files' }).getByRole('button')
  for (const name of ['plan.md', 'send.ts', 'workspace.md']) await names.filter({ hasText: name }).click()
  await bar(page).getByRole('button', { name: 'Go to' }).waitFor({ state: 'detached' })
  await refuseSecondRow(page)
  await bar(page).getByRole('button', { name: 'Approve & merge' }).click()
  expect(await house.log('review_submitted')).toHaveLength(0)
  await dialog(page).getByRole('button', { name: 'Approve & merge' }).click()
  await page.getByText('The agent has yet to answer one comment').waitFor()
  await resume()
  await page.getByText('merged', { exact: true }).waitFor()
  expect((await house.desk.pulls.read(pull)).threads).toMatchObject([
    { kind: 'nit', answers: [{ text: 'Thank you.' }] },
  ])
})
