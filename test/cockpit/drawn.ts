import type { Page } from 'playwright-core'

/** What is said of a browser that stopped drawing; a test may begin anew on it, and on nothing else. */
export const STALLED = /draws no more/

/** Longer than any frame takes on a busy machine. */
const PATIENCE = 20_000

/**
 * Waits until the page was drawn twice. On a busy machine Chromium now and then stops drawing a page for good, with its
 * scripts going on and every thread of it idle. That says nothing about the page, so it is told apart from a page whose own
 * scripts hang, which answers nothing here and runs into the test's timeout.
 */
export async function drawn(page: Page): Promise<void> {
  const frames = page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))',
  )
  let patience: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    patience = setTimeout(() => resolve(false), PATIENCE)
  })
  const isDrawn = await Promise.race([frames, late])
  clearTimeout(patience)
  if (isDrawn === true) return
  frames.catch(() => undefined)
  await page.evaluate('document.visibilityState')
  throw new Error(`The browser draws no more, though the scripts of ${new URL(page.url()).pathname} go on.`)
}
