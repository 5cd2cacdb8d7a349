import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ApiClient } from '../../src/client/api-client.ts'
import { openReception } from '../../src/compose.ts'
import { PersonId } from '../../src/model/ids.ts'
import { openServer } from '../../src/open-server.ts'
import type { RunningServer } from '../../src/server/serve.ts'
import { launch } from '../../test/cockpit/launch.ts'
import { hold, TRANSFER } from '../../test/cockpit/scene.ts'
import { type Looked, lookAt } from '../cockpit/look-at.ts'
import { serveMany } from '../cockpit/many-rows.ts'
import { PLAIN_PAGE } from '../cockpit/plain-page.ts'
import type { Effort } from '../effort.ts'
import { progress } from '../progress.ts'
import { FLOOR, median, OURS, type Row } from '../result.ts'

const ROWS = 10_000
const VIEW = { viewport: { width: 1440, height: 900 } } as const

/** What ten thousand rows cost a browser, beside a plain page of six thousand boxes. */
export async function benchCockpit({ rounds }: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leeway-bench-'))
  const { server, token } = await open(folder)
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

async function lookAtPlain(browser: Browser): Promise<Looked> {
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  const looked = await lookAt(
    page,
    () => page.setContent(PLAIN_PAGE),
    async () => undefined,
  )
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
  const looked = await lookAt(
    page,
    async () => void (await page.reload()),
    () => page.getByText(`Needs me ${ROWS}`).waitFor(),
  )
  await context.close()
  return looked
}

const WORKLOADS = {
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
