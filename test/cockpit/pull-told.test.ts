import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { gitNow } from '../../src/testing/git-now.ts'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const TIMEOUT = { timeout: 60_000 } as const

afterAll(closeBrowser)

async function open(page: Page, { url }: ServedHouse, pull: string): Promise<void> {
  await page.goto(`${url}/pulls/${pull}`)
  await page.getByRole('group', { name: 'Your review' }).waitFor()
}

/** A file that is longer than any screen. */
const long: PhaseWork = async ({ step }) => {
  const lines = Array.from({ length: 90 }, (_, at) => `export const value${at} = ${at}`)
  await step('write', (files) => files.write('src/long.ts', `${lines.join('\n')}\n`))
  return undefined
}

/** The number of the last line that ends so far above the bar. */
const LINE_ABOVE = (above: number) => `(() => {
  scrollTo(0, document.querySelector('.diff-rows').getBoundingClientRect().top + scrollY - 110)
  const bar = document.querySelector('.review-bar').getBoundingClientRect().top
  const lines = [...document.querySelectorAll('[data-line]')]
  return lines.filter((line) => line.getBoundingClientRect().bottom <= bar - ${above}).at(-1)
})()`

/** How far the box in which one writes goes behind the bar. */
const BEHIND = `(() => {
  const box = document.querySelector('.thread.draft').getBoundingClientRect()
  return Math.max(0, box.bottom - document.querySelector('.review-bar').getBoundingClientRect().top)
})()`

/** Begins a comment near the bar, and tells how far its box is behind the bar once nothing moves any more. */
async function boxBehind(page: Page, how: string, above: number): Promise<unknown> {
  const line = (await page.evaluateHandle(LINE_ABOVE(above))).asElement()
  if (how === 'mouse') await line?.click()
  else {
    await line?.evaluate('(line) => line.focus({ preventScroll: true })')
    await page.keyboard.press(how)
  }
  const box = page.locator('.thread.draft')
  await box.locator('textarea').first().waitFor()
  await page.waitForFunction(AT_REST)
  const behind = await page.evaluate(BEHIND)
  await box.getByRole('button', { name: 'Discard' }).click()
  await box.waitFor({ state: 'detached' })
  return behind
}

/** Whether the page has stood still for some frames. */
const AT_REST = `new Promise((resolve) => {
  let [last, still] = [-1, 0]
  const look = () => {
    still = scrollY === last ? still + 1 : 0
    last = scrollY
    if (still > 10) resolve(true)
    else requestAnimationFrame(look)
  }
  look()
})`

test.for([
  [1280, 850],
  [390, 844],
] as const)(
  'a comment begun near the bottom of %i × %i has its whole box above the bar',
  TIMEOUT,
  async ([width, height]) => {
    const house = await aServedHouse({ cockpit })
    const { pull } = await aHeldPlan(house, long)
    const { page } = await signIn(house, house.tokens.reviewer, { width, height })
    await open(page, house, pull)
    for (const above of [0, 154, 220]) {
      const behind = []
      for (const how of ['mouse', 'c', 's']) behind.push(await boxBehind(page, how, above))
      expect(behind).toEqual([0, 0, 0])
    }
  },
)

test('a merged pull request says in whose name, and who approved it when', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await open(page, house, pull)
  await page.keyboard.press('y')
  const dialog = page.getByRole('dialog', { name: 'Approve & merge?' })
  await dialog.getByRole('textbox').fill('Well thought out.')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await resume()
  const outcome = page.locator('.notice', { hasText: 'Merged' })
  await outcome.waitFor()
  await expect.poll(() => page.getByText('will be merged').count()).toBe(0)
  await expect
    .poll(() => outcome.innerText())
    .toMatch(
      /^Merged just now, as [0-9a-f]{10}, in the name of whoever approved it:\n+rob approved it just now\n+Well thought out\.$/,
    )
  expect(await axeViolations(page)).toEqual([])
})

test(
  'whoever approves far down the page is told there that it is merged, and so is a screen reader',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const { pull, resume } = await aHeldPlan(house, long)
    const { page } = await signIn(house, house.tokens.reviewer)
    await open(page, house, pull)
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.keyboard.press('y')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve & merge' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await resume()
    const bar = page.getByRole('group', { name: 'What became of it' })
    await bar.waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('What became of it')
    await expect.poll(() => bar.innerText()).toMatch(/^Merged as [0-9a-f]{10} · approved by rob$/)
    const { y, height } = (await bar.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height)
    await page.locator('[role=status] .toast', { hasText: /^Merged as [0-9a-f]{10}\.$/ }).waitFor()
    await page.reload()
    await bar.waitFor()
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
  },
)

test('what the policy let pass is merged in its name', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const leeway = await house.open({ policy: 'jobs/review', onHold: 'throw' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic', title: 'A plan' }, long),
  )
  await leeway.start(program, { key: 'a', input: null })
  const [pull] = (await house.desk.pulls.list({ statuses: ['merged'] })).rows
  const { page } = await signIn(house, house.tokens.viewer, { at: `/pulls/${pull?.id}` })
  await expect
    .poll(() => page.locator('.notice', { hasText: 'Merged' }).innerText())
    .toContain('in the name of the policy: it let the work pass, and nobody had to approve it.')
  const bar = page.getByRole('group', { name: 'What became of it' })
  await bar.getByText('the policy let it pass').waitFor()
})

test('a closed pull request says who closed it and why', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.viewer)
  await open(page, house, pull)
  const { pull: row, checkpoint } = await house.as('reviewer').call('read_pull', { pull })
  const about = { pull, head: row.head, content_hash: checkpoint?.content_hash ?? '' }
  await house.as('reviewer').call('submit_review', { ...about, answer: 'reject', text: 'We buy it instead.' })
  const outcome = page.locator('.notice', { hasText: 'Closed' })
  await outcome.getByText('We buy it instead.').waitFor()
  await expect
    .poll(() => outcome.innerText())
    .toMatch(/^Closed just now, by rob\. Nothing of it is merged\.\n+We buy it instead\.$/)
  const bar = page.getByRole('group', { name: 'What became of it' })
  await expect.poll(() => bar.innerText()).toBe('Closed. Nothing of it is merged.')
})

test('that the work is with the agent is no longer said once the next round is there', TIMEOUT, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull, resume } = await aHeldPlan(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await open(page, house, pull)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Request changes?' })
  await dialog.getByRole('textbox').fill('Wait longer each time.')
  await page.keyboard.press('Control+Enter')
  await page.locator('.toast', { hasText: 'The work is with the agent again.' }).waitFor()
  await page.locator('.notice', { hasText: 'The work is with the agent' }).waitFor()
  await resume()
  await page.getByText('Round 2 arrived while you were reading.').waitFor()
  await expect.poll(() => page.getByText('with the agent').count()).toBe(0)
  await page.getByText('waits for review').waitFor()
  await page.keyboard.press('y')
  const why = page.locator('.toast', { hasText: 'A newer round is there. Look at it before you answer.' })
  await why.waitFor()
  // Whoever has scrolled does not see what announces it; the bar is always there.
  await page.getByRole('group', { name: 'Your review' }).getByRole('button', { name: 'Go to round 2' }).click()
  await page.locator('.dl.added', { hasText: 'LONGEST' }).waitFor()
  // It is true no more, long before it would go by itself.
  await expect.poll(() => why.count(), { timeout: 4000 }).toBe(0)
  await expect.poll(() => page.getByText('arrived while you were reading').count()).toBe(0)
})

/** Puts another text of a file on `main`, as another phase of the job would. */
function moveMain({ root }: ServedHouse, path: string): void {
  const folder = join(root, '.leeway', 'repositories')
  const [name = ''] = readdirSync(folder)
  const git = (args: readonly string[], input = '') =>
    gitNow([`--git-dir=${join(folder, name)}`, '-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
      input,
    })
      .toString()
      .trim()
  const blob = git(['hash-object', '-w', '--stdin'], 'Another text.\n')
  const tree = git(['mktree'], `100644 blob ${blob}\t${path}\n`)
  git(['update-ref', 'refs/heads/main', git(['commit-tree', tree, '-p', 'main', '-m', 'Theirs'])])
}

test(
  'whoever approves what main has moved on from reads that, where it conflicts, and that nothing is merged yet',
  TIMEOUT,
  async () => {
    const house = await aServedHouse({ cockpit })
    const { pull } = await aHeldPlan(house)
    moveMain(house, 'plan.md')
    const { page } = await signIn(house, house.tokens.reviewer)
    await open(page, house, pull)
    const notice = page.locator('.notice', { hasText: 'Main has moved on since round 1' })
    await expect
      .poll(() => notice.innerText())
      .toContain('and conflicts with it in plan.md. The agent has to bring it anew')
    await page.getByRole('button', { name: /^Approve & merge/ }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('It is approved, and is not merged as it is: main has moved on').first().waitFor()
    await page.getByText('Main has moved on, so that its approval does not count any more').first().waitFor()
    await notice.waitFor()
    await page.goto(`${house.url}/pulls`)
    await page.getByText('main moved on, conflict in plan.md').waitFor()
  },
)
