import type { Page } from 'playwright-core'
import type { Checkpoint } from '../../src/model/checkpoint.ts'

const PAGE = 200

/** Lets the server's list hold one checkpoint as often as it takes: what is measured is the page. */
export async function serveMany(page: Page, example: Checkpoint, count: number): Promise<void> {
  await page.route('**/v1/checkpoints?*', async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('after') ?? 0)
    const rows = Array.from({ length: PAGE }, (_, index) => ({
      ...example,
      id: `chk_${from + index}`,
      opened_at: new Date(1_700_000_000_000 + (from + index) * 1000).toISOString(),
    }))
    const next = from + PAGE < count ? String(from + PAGE) : null
    await route.fulfill({ json: { rows, next } })
  })
  await page.route('**/v1/checkpoints/chk_*', (route) =>
    route.fulfill({ json: { checkpoint: example, line: [], approvers: [] } }),
  )
}
