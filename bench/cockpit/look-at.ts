import type { Page } from 'playwright-core'

/** What a page cost the browser. */
export interface Looked {
  /** Milliseconds of the main thread until the first rows were there. */
  readonly first: number
  /** Milliseconds of the main thread a frame while the list is scrolled. */
  readonly frame: number
  /** Milliseconds until a key is seen, of the slowest twentieth. */
  readonly key: number
  readonly nodes: number
}

const FRAMES = 60
const KEYS = 40

/** Opens a page, scrolls its rows and moves through them, and tells what that cost. */
export async function lookAt(page: Page, open: () => Promise<void>, settled: () => Promise<void>): Promise<Looked> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const start = await busy()
  await open()
  await page.locator('.row').first().waitFor()
  const first = (await busy()) - start
  await settled()
  const before = await busy()
  await page.evaluate(SCROLL)
  const frame = ((await busy()) - before) / FRAMES
  const key = (await page.evaluate(PRESS)) as number
  const nodes = (await page.evaluate('document.querySelectorAll("*").length')) as number
  await session.detach()
  return { first, frame, key, nodes }
}

const SCROLL = `(async () => {
  const rows = document.querySelector('.rows')
  for (let frame = 0; frame < ${FRAMES}; frame += 1) {
    rows.scrollTop += 150
    await new Promise(requestAnimationFrame)
  }
  rows.scrollTop = 0
})()`

/** From the key to the frame that shows the next row as the current one. */
const PRESS = `(async () => {
  const times = []
  const current = () => document.querySelector('.row[data-current=true]')
  for (let key = 0; key < ${KEYS}; key += 1) {
    const before = current()
    const start = performance.now()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
    while (current() === null || current() === before) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]
})()`
