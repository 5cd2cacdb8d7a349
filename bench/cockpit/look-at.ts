import type { CDPSession, Page } from 'playwright-core'
import { longestTask } from './longest-task.ts'

/** What a page cost the browser. */
export interface Looked {
  /** Milliseconds of the main thread until the first rows were there, in a browser that has kept nothing. */
  readonly visit: number
  /** The same in one that has the files. */
  readonly first: number
  /** The same by the clock. */
  readonly clock: number
  /** Milliseconds of the main thread that the longest task took while all of it was read and drawn. */
  readonly longest: number
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
  /** Goes on to the next row, once j has gone to the first. */
  readonly next: string
}

/** The rows of the inbox. */
export const INBOX: Place = {
  row: '.row',
  scroller: 'document.querySelector(".rows")',
  current: '.row[data-current=true]',
  next: 'j',
}

/** The lines of a review. */
export const REVIEW: Place = {
  row: '.dl',
  scroller: 'document.scrollingElement',
  current: '.dl[data-current=true]',
  next: 'ArrowDown',
}

/** How a page is opened, and when all of it is there. */
export interface Opening {
  readonly place: Place
  readonly open: () => Promise<void>
  readonly settled: () => Promise<void>
}

const FRAMES = 60
const KEYS = 40

/** Opens a page, scrolls its rows and moves through them, and tells what that cost. */
export async function lookAt(page: Page, opening: Opening): Promise<Looked> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const start = performance.now()
  const { took: first, at } = await firstRows(page, session, opening)
  const clock = at - start
  const longest = await longestTask(page, () => opening.open().then(opening.settled))
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const { took: visit } = await firstRows(page, session, opening)
  const before = await busy(session)
  await page.evaluate(scroll(opening.place))
  const frame = ((await busy(session)) - before) / FRAMES
  const key = (await page.evaluate(press(opening.place))) as number
  // What lies under the cursor is a part of the page.
  if ((await page.locator('.inbox').count()) > 0) await page.locator('.preview .fields').waitFor()
  const nodes = (await page.evaluate('document.querySelectorAll("*").length')) as number
  await session.detach()
  return { visit, first, clock, longest, frame, key, nodes }
}

/** What it took until the first rows were there; then it waits for the others. A new document counts from nought. */
async function firstRows(page: Page, session: CDPSession, { place, open, settled }: Opening) {
  await open()
  await page.locator(place.row).first().waitFor()
  const at = performance.now()
  const took = await busy(session)
  await settled()
  return { took, at }
}

async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
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
const press = ({ current, next }: Place) => `(async () => {
  const times = []
  const current = () => document.querySelector('${current}')
  for (let key = 0; key < ${KEYS}; key += 1) {
    const before = current()
    const start = performance.now()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: key === 0 ? 'j' : '${next}', bubbles: true, cancelable: true }))
    while (current() === null || current() === before) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]
})()`
