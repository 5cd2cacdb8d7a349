/** A page that nobody sees draws no frames and is never at rest; nothing waits longer for either. */
const LONGEST_MS = 500
const LONGEST_REST_MS = 200
/** Nobody has found a row sooner, and nobody waits for what comes after it. */
const LOOK_MS = 100

const { promise, resolve } = Promise.withResolvers<void>()

/** Settles when the page has been drawn for the first time. Whatever it does not show by then begins behind it. */
export const firstPaint: Promise<void> = promise

/** Settles when whoever came has had a first look: what is not in sight by then begins behind it. */
export const firstLook: Promise<void> = firstPaint.then(() => new Promise((seen) => setTimeout(seen, LOOK_MS)))

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
