import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ApiClient } from '../src/client/api-client.ts'
import { openLeeway, openReception } from '../src/compose.ts'
import { PersonId, ThreadId } from '../src/model/ids.ts'
import type { Draft } from '../src/model/review-thread.ts'
import { openServer } from '../src/open-server.ts'
import type { RunningServer } from '../src/server/serve.ts'
import { launch } from '../test/cockpit/launch.ts'
import { aHeldPlan } from '../test/cockpit/pull-scene.ts'
import { aBusyDay } from '../test/cockpit/scene.ts'
import { mustRun, ROOT } from './run-tool.ts'

/** Takes the pictures of the README: the real cockpit, on the real server, with agents that are held. */
mustRun('node', 'scripts/build-cockpit.ts')
const root = mkdtempSync(join(tmpdir(), 'leeway-pictures-'))
const token = await firstPerson()
const server = await openServer({ root, showCode: () => undefined })
const browser = await launch()
try {
  await takeAll(browser, server)
} finally {
  await browser.close()
  await server.close()
  rmSync(root, { recursive: true, force: true })
}

async function firstPerson(): Promise<string> {
  const reception = await openReception({ root })
  let made = ''
  await reception.join(PersonId.parse('ada'), async (_person, secret) => {
    made = secret
  })
  await reception.close()
  return made
}

async function takeAll(browser: Browser, { url, signInLink }: RunningServer): Promise<void> {
  const admin = new ApiClient({ url, token })
  const { secret } = await admin.call('issue_token', { kind: 'service', name: 'ci' })
  const held = await aBusyDay({ as: () => new ApiClient({ url, token: secret }) })
  const pull = await aReviewedPlan(admin)
  const mail = held.find(({ content }) => content.tool === 'send_mail')
  const take = async (name: string, look: Look, prepare: (page: Page) => Promise<unknown>) => {
    const { width, height, theme } = look
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(await signInLink(token))
    await page.locator('.row').nth(5).waitFor()
    await prepare(page)
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: join(ROOT, `docs/cockpit-${name}.png`) })
    await context.close()
  }
  await take('inbox', { width: 1280, height: 760, theme: 'light' }, async (page) => {
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.locator('.preview .fields').waitFor()
  })
  await take('checkpoint', { width: 1280, height: 900, theme: 'dark' }, async (page) => {
    await page.goto(`${url}/c/${mail?.id}`)
    await page.locator('.review .fields').waitFor()
  })
  await take('review', { width: 1280, height: 900, theme: 'light' }, async (page) => {
    await page.goto(`${url}/pulls/${encodeURIComponent(pull)}?since=1&view=split`)
    await page.locator('.tree-name').getByText('plan.md').click()
    await page.locator('.thread').first().waitFor()
  })
  await take('phone', { width: 390, height: 760, theme: 'light' }, async (page) => {
    await page.getByRole('link', { name: 'bookkeeper wants to run bank.transfer' }).click()
    await page.locator('.review .fields').waitFor()
  })
}

/** A plan that was sent back once, with the agent's answers. */
async function aReviewedPlan(admin: ApiClient): Promise<string> {
  const reception = await openReception({ root })
  const desk = await reception.desk(token)
  const leeway = await openLeeway({ root, agent: 'scout', policy: 'jobs/guided', onHold: 'throw' })
  const { pull, resume } = await aHeldPlan({ open: async () => leeway, desk })
  const { pull: row, checkpoint } = await admin.call('read_pull', { pull })
  const about = { pull, head: row.head, content_hash: checkpoint?.content_hash ?? '' }
  await admin.call('submit_review', {
    ...about,
    answer: 'request_changes',
    text: 'Nearly there.',
    threads: threads(),
  })
  await resume()
  await leeway.close()
  await reception.close()
  return pull
}

function threads(): Draft[] {
  const at = { path: 'plan.md', side: 'new', kind: 'lines', before: [], after: [] } as const
  return [
    {
      ...{ id: ThreadId.parse('t-1'), kind: 'blocking', text: 'A second is too short for a receiver that is down.' },
      ...{ anchor: { ...at, first: 9, last: 9, quote: ['3. Wait a second between tries'] }, suggestion: null },
    },
    {
      ...{ id: ThreadId.parse('t-2'), kind: 'suggestion', text: 'Nine is a lot.' },
      anchor: { ...at, first: 10, last: 10, quote: ['4. Give up after nine tries'] },
      suggestion: '4. Give up after five tries',
    },
  ]
}

interface Look {
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
}
