import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { ServedHouse } from '../../src/testing/served-house.ts'
import { launch } from './launch.ts'

let launched: Promise<Browser> | undefined

/** A real browser, started once for the tests of a file. */
function browser(): Promise<Browser> {
  launched ??= launch()
  return launched
}

/** Ends the browser; belongs behind the last test of a file. */
export async function closeBrowser(): Promise<void> {
  await (await launched)?.close()
  launched = undefined
}

/** A page on which somebody is signed in, and what happened in it that nobody wanted. */
export interface SignedIn {
  readonly page: Page
  readonly context: BrowserContext
  /** Requests to anywhere else than the server. */
  readonly strays: readonly string[]
  /** Errors of scripts and refusals of the content security policy. */
  readonly faults: readonly string[]
}

interface Options {
  /** The page to which they go at once; left out, they stay where signing in leads to. */
  readonly at?: string
  readonly width?: number
  readonly height?: number
  /** Another server that is looked at as well. */
  readonly beside?: string
}

/** Signs somebody in with a link, as a person would. */
export async function signIn(house: ServedHouse, token: string, options: Options = {}): Promise<SignedIn> {
  const opened = await openPage(house.url, options)
  const link = await house.server.signInLink(token)
  if (options.at === undefined) await enter(opened.page, link)
  else await enterAt(opened.page, link, `${house.url}${options.at}`)
  return opened
}

/** The inbox, to which signing in leads, is left before it is loaded: that takes as long as the page that somebody wants to see. */
async function enterAt(page: Page, link: string, wanted: string): Promise<void> {
  await page.goto(link, { waitUntil: 'commit' })
  await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' })
  await page.goto(wanted)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
}

/** Follows a sign-in link, and waits until it has led into the cockpit. */
export async function enter(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
}

/** A page on which nobody is signed in yet. */
export async function openPage(origin: string, options: Options = {}): Promise<SignedIn> {
  const { width = 1440, height = 900, beside = origin } = options
  const context = await (await browser()).newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
  })
  const strays: string[] = []
  const faults: string[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (![origin, beside, 'data:'].some((ours) => url.startsWith(ours))) strays.push(url)
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) faults.push(message.text())
  })
  onTestFinished(async () => {
    await context.close()
    expect({ strays, faults }).toEqual({ strays: [], faults: [] })
  })
  return { page, context, strays, faults }
}

/** Goes to another address as a link inside the cockpit would, without loading it anew, and waits for its heading. */
export async function goInside(page: Page, path: string): Promise<void> {
  const before = await page.getByRole('heading', { level: 1 }).first().elementHandle()
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await page.waitForFunction((old) => old === null || !old.isConnected, before)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/** Presses keys within one frame, as quick hands do, and waits until all that they began is drawn. As after a real key, what one began is done before the next. */
export async function pressAtOnce(page: Page, keys: readonly string[]): Promise<void> {
  await page.evaluate(`(async () => {
    for (const key of ${JSON.stringify(keys)}) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await null
    }
    for (let frame = 0; frame < 12; frame += 1) await new Promise(requestAnimationFrame)
  })()`)
}
