/** A page that nobody sees draws no frames and is never at rest; nothing waits longer for either. */
const LONGEST_MS = 500
const LONGEST_REST_MS = 200

const { promise, resolve } = Promise.withResolvers<void>()

/** Settles when the page has been drawn for the first time. Whatever it does not show by then begins behind it. */
export const firstPaint: Promise<void> = promise

/** Tells that the first drawing is in the document; the browser paints it with its next frame. */
export function tellDrawn(): void {
  requestAnimationFrame(() => setTimeout(() => void atRest().then(resolve)))
  setTimeout(resolve, LONGEST_MS)
}

/** Settles when the page has nothing else to do. */
export function atRest(): Promise<void> {
  const rest = Promise.withResolvers<void>()
  // Safari has no such callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => rest.resolve(), { timeout: LONGEST_REST_MS })
  else setTimeout(rest.resolve)
  return rest.promise
}
