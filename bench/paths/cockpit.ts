import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ApiClient } from '../../src/client/api-client.ts'
import { KEPT, openReception } from '../../src/compose.ts'
import { PersonId } from '../../src/model/ids.ts'
import { openServer } from '../../src/open-server.ts'
import type { RunningServer } from '../../src/server/serve.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { launch } from '../../test/cockpit/launch.ts'
import { fillRows } from '../../test/cockpit/many-rows.ts'
import { hold, TRANSFER } from '../../test/cockpit/scene.ts'
import { type Looked, lookAt } from '../cockpit/look-at.ts'
import { PLAIN_PAGE } from '../cockpit/plain-page.ts'
import type { Effort } from '../effort.ts'
import { progress } from '../progress.ts'
import { FLOOR, median, OURS, type Row } from '../result.ts'

const ROWS = 10_000
const VISITS = 2
const VIEW = { viewport: { width: 1440, height: 900 } } as const

/** What ten thousand rows cost a browser, beside a plain page of six thousand boxes. */
export async function benchCockpit({ rounds }: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leeway-bench-'))
  const { server, token } = await open(folder)
  await fill(folder, server, token)
  const browser = await launch()
  const ours: Looked[] = []
  const plain: Looked[] = []
  try {
    for (let round = 1; round <= rounds; round += 1) {
      progress(`cockpit: round ${round} of ${rounds}`)
      plain.push(await lookAtPlain(browser))
      ours.push(await lookAtInbox(browser, server, token))
    }
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return rowsOf(ours, plain)
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
async function fill(root: string, { url }: RunningServer, token: string): Promise<void> {
  const { secret } = await new ApiClient({ url, token }).call('issue_token', { kind: 'service', name: 'ci' })
  const example = await hold({ as: () => new ApiClient({ url, token: secret }) }, TRANSFER.job, TRANSFER.ask)
  const store = await openSqliteStore({ folder: join(root, KEPT) })
  await fillRows(store, example, ROWS - 1)
  await store.close()
}

async function lookAtPlain(browser: Browser): Promise<Looked> {
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  // A new document each time, as for the other.
  const open = async () => void (await page.goto(`data:text/html;charset=utf-8,${encodeURIComponent(PLAIN_PAGE)}`))
  const looked = await lookAt(page, { open, settled: async () => undefined })
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
  const looked = await lookAt(page, { open: async () => void (await page.goto(url)), settled })
  await context.close()
  return looked
}

const WORKLOADS = {
  visit: { name: '10,000 rows, first paint at the first visit', unit: 'ms' },
  first: { name: '10,000 rows, first paint', unit: 'ms' },
  frame: { name: '10,000 rows, one frame of scrolling', unit: 'ms' },
  key: { name: '10,000 rows, a key until it is seen (p95)', unit: 'ms' },
  nodes: { name: '10,000 rows, elements', unit: 'elements' },
} as const

/** Less is better in all of it, so a share of the floor is what the floor took over what ours took. */
function rowsOf(ours: readonly Looked[], plain: readonly Looked[]): readonly Row[] {
  return Object.entries(WORKLOADS).flatMap(([key, { name, unit }]) => {
    const of = (looked: Looked) => looked[key as keyof Looked]
    const shares = ours.map((looked, index) => of(plain[index] as Looked) / of(looked))
    const row = { path: 'cockpit', workload: name, unit }
    return [
      { ...row, contender: FLOOR, answers: 'a plain page', value: median(plain.map(of)), ofFloor: 1, spread: [1, 1] },
      {
        ...row,
        contender: OURS,
        answers: 'the inbox',
        value: median(ours.map(of)),
        ofFloor: median(shares),
        spread: [Math.min(...shares), Math.max(...shares)],
      },
    ] as const satisfies readonly Row[]
  })
}
