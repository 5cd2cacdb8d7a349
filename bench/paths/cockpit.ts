import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ApiClient } from '../../src/client/api-client.ts'
import { KEPT, openReception } from '../../src/compose.ts'
import { PersonId, type PullId } from '../../src/model/ids.ts'
import { openServer } from '../../src/open-server.ts'
import type { RunningServer } from '../../src/server/serve.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { aBigReview } from '../../test/cockpit/big-review.ts'
import { launch } from '../../test/cockpit/launch.ts'
import { fillRows } from '../../test/cockpit/many-rows.ts'
import { hold, TRANSFER } from '../../test/cockpit/scene.ts'
import { type Burst, burstOn, burstRows, WATCH_DRAWINGS } from '../cockpit/burst.ts'
import { INBOX, type Looked, lookAt, type Place, REVIEW } from '../cockpit/look-at.ts'
import { PLAIN_DIFF } from '../cockpit/plain-diff.ts'
import { PLAIN_PAGE } from '../cockpit/plain-page.ts'
import { rowsOf, type Sample } from '../cockpit/rows-of.ts'
import type { Effort } from '../effort.ts'
import { progress } from '../progress.ts'
import type { Row } from '../result.ts'

const ROWS = 10_000
const VISITS = 2
const VIEW = { viewport: { width: 1440, height: 900 } } as const

/** What ten thousand rows, and a review of five thousand lines, cost a browser beside plain pages. */
export async function benchCockpit({ rounds }: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leeway-bench-'))
  const { server, token } = await open(folder)
  const service = await fill(folder, server, token)
  const browser = await launch()
  const inbox: Sample[] = []
  const review: Sample[] = []
  const bursts: Burst[] = []
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
      bursts.push(await watchBurst(browser, { ...server, token, service }))
    }
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return [
    ...rowsOf({ name: '10,000 rows', answers: 'the inbox' }, inbox),
    ...burstRows(bursts),
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

/** Rows in the store that the server reads: nothing stands between it and the page. */
async function fill(root: string, { url }: RunningServer, token: string): Promise<ApiClient> {
  const { secret } = await new ApiClient({ url, token }).call('issue_token', { kind: 'service', name: 'ci' })
  const service = new ApiClient({ url, token: secret })
  const example = await hold({ as: () => service }, TRANSFER.job, TRANSFER.ask)
  const store = await openSqliteStore({ folder: join(root, KEPT) })
  // The review waits beside them, and one more would not be read.
  await fillRows(store, example, ROWS - 2)
  await store.close()
  return service
}

async function lookAtPlain(browser: Browser, html: string, place: Place): Promise<Looked> {
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  // A new document each time, as for the other.
  const open = async () => void (await page.goto(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`))
  const looked = await lookAt(page, { place, open, settled: async () => undefined })
  await context.close()
  return looked
}

async function lookAtInbox(browser: Browser, { url, signInLink }: RunningServer, token: string): Promise<Looked> {
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  const settled = () => page.getByText(`Needs me ${ROWS}`).waitFor()
  await page.goto(await signInLink(token))
  await settled()
  // A browser keeps what it has compiled from the third visit on.
  for (let visit = 0; visit < VISITS; visit += 1) {
    await page.goto(url)
    await settled()
  }
  const looked = await lookAt(page, { place: INBOX, open: async () => void (await page.goto(url)), settled })
  await context.close()
  return looked
}

async function watchBurst(
  browser: Browser,
  { signInLink, token, service }: RunningServer & { readonly token: string; readonly service: ApiClient },
): Promise<Burst> {
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  await page.addInitScript(WATCH_DRAWINGS)
  await page.goto(await signInLink(token))
  await page.getByText(`Needs me ${ROWS}`).waitFor()
  const burst = await burstOn(page, service)
  await context.close()
  return burst
}

async function lookAtReview(
  browser: Browser,
  { url, signInLink, token, pull }: RunningServer & { readonly token: string; readonly pull: PullId },
): Promise<Looked> {
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  const open = async () => void (await page.goto(`${url}/pulls/${encodeURIComponent(pull)}`))
  const settled = () => page.locator('.dl').nth(20).waitFor()
  await page.goto(await signInLink(token))
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  for (let visit = 0; visit < VISITS; visit += 1) {
    await open()
    await settled()
  }
  const looked = await lookAt(page, { place: REVIEW, open, settled })
  await context.close()
  return looked
}
