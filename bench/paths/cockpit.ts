import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ApiClient } from '../../src/client/api-client.ts'
import { openReception } from '../../src/compose.ts'
import { PersonId, type PullId } from '../../src/model/ids.ts'
import { openServer } from '../../src/open-server.ts'
import type { RunningServer } from '../../src/server/serve.ts'
import { aBigReview } from '../../test/cockpit/big-review.ts'
import { launch } from '../../test/cockpit/launch.ts'
import { hold, TRANSFER } from '../../test/cockpit/scene.ts'
import { INBOX, type Looked, lookAt, type Place, REVIEW } from '../cockpit/look-at.ts'
import { serveMany } from '../cockpit/many-rows.ts'
import { PLAIN_DIFF } from '../cockpit/plain-diff.ts'
import { PLAIN_PAGE } from '../cockpit/plain-page.ts'
import { rowsOf, type Sample } from '../cockpit/rows-of.ts'
import type { Effort } from '../effort.ts'
import { progress } from '../progress.ts'
import type { Row } from '../result.ts'

const ROWS = 10_000
const VIEW = { viewport: { width: 1440, height: 900 } } as const

/** What ten thousand rows, and a review of five thousand lines, cost a browser beside plain pages. */
export async function benchCockpit({ rounds }: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leeway-bench-'))
  const { server, token } = await open(folder)
  const browser = await launch()
  const inbox: Sample[] = []
  const review: Sample[] = []
  try {
    const pull = await aBigReview(folder, new ApiClient({ url: server.url, token }))
    for (let round = 1; round <= rounds; round += 1) {
      progress(`cockpit: round ${round} of ${rounds}`)
      inbox.push({
        plain: await lookAtPlain(browser, PLAIN_PAGE, INBOX),
        ours: await lookAtInbox(browser, server, token),
      })
      review.push({
        plain: await lookAtPlain(browser, PLAIN_DIFF, REVIEW),
        ours: await lookAtReview(browser, { ...server, token, pull }),
      })
    }
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return [
    ...rowsOf({ name: '10,000 rows', answers: 'the inbox' }, inbox),
    ...rowsOf({ name: '5,000 changed lines', answers: 'the review' }, review),
  ]
}

async function open(root: string): Promise<{ readonly server: RunningServer; readonly token: string }> {
  const reception = await openReception({ root })
  let token = ''
  await reception.join(PersonId.parse('ada'), async (_person, made) => {
    token = made
  })
  await reception.close()
  return { server: await openServer({ root }), token }
}

async function lookAtPlain(browser: Browser, html: string, place: Place): Promise<Looked> {
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  const looked = await lookAt(page, { place, open: () => page.setContent(html) })
  await context.close()
  return looked
}

async function lookAtInbox(browser: Browser, { url, signInLink }: RunningServer, token: string): Promise<Looked> {
  const { secret } = await new ApiClient({ url, token }).call('issue_token', { kind: 'service', name: 'ci' })
  const example = await hold({ as: () => new ApiClient({ url, token: secret }) }, TRANSFER.job, TRANSFER.ask)
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  await page.goto(await signInLink(token))
  await page.locator('.row').first().waitFor()
  await serveMany(page, example, ROWS)
  const looked = await lookAt(page, {
    place: INBOX,
    open: async () => void (await page.reload()),
    settled: () => page.getByText(`Needs me ${ROWS}`).waitFor(),
  })
  await context.close()
  return looked
}

async function lookAtReview(
  browser: Browser,
  { url, signInLink, token, pull }: RunningServer & { readonly token: string; readonly pull: PullId },
): Promise<Looked> {
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  await page.goto(await signInLink(token))
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.goto(`${url}/pulls/${encodeURIComponent(pull)}`)
  await page.locator('.dl').first().waitFor()
  const looked = await lookAt(page, { place: REVIEW, open: async () => void (await page.reload()) })
  await context.close()
  return looked
}
