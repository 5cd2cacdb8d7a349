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

/** Where things are on a page: what a row is, what scrolls, and which row the keyboard is at. */
export interface Place {
  readonly row: string
  readonly scroller: string
  readonly current: string
}

/** The rows of the inbox. */
export const INBOX: Place = {
  row: '.row',
  scroller: 'document.querySelector(".rows")',
  current: '.row[data-current=true]',
}

/** The lines of a review. */
export const REVIEW: Place = {
  row: '.dl',
  scroller: 'document.scrollingElement',
  current: '.dl[data-current=true]',
}

const FRAMES = 60
const KEYS = 40

interface Ways {
  readonly place: Place
  readonly open: () => Promise<void>
  readonly settled?: () => Promise<void>
}

/** Opens a page, scrolls its rows and moves through them, and tells what that cost. */
export async function lookAt(page: Page, { place, open, settled }: Ways): Promise<Looked> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const start = await busy()
  await open()
  await page.locator(place.row).first().waitFor()
  const first = (await busy()) - start
  await settled?.()
  const nodes = (await page.evaluate('document.querySelectorAll("*").length')) as number
  const before = await busy()
  await page.evaluate(scroll(place))
  const frame = ((await busy()) - before) / FRAMES
  const key = (await page.evaluate(press(place))) as number
  await session.detach()
  return { first, frame, key, nodes }
}

const scroll = ({ scroller }: Place) => `(async () => {
  const rows = ${scroller}
  for (let frame = 0; frame < ${FRAMES}; frame += 1) {
    rows.scrollTop += 150
    await new Promise(requestAnimationFrame)
  }
  rows.scrollTop = 0
})()`

/** From the key to the frame that shows the next row as the current one. */
const press = ({ current }: Place) => `(async () => {
  const times = []
  const current = () => document.querySelector('${current}')
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
