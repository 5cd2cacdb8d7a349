/** A page that is hidden at once draws no frame; nothing waits longer for one. */
const LONGEST_MS = 500

const { promise, resolve } = Promise.withResolvers<void>()

/** Settles when the page has been drawn for the first time. Whatever it does not show by then begins behind it. */
export const firstPaint: Promise<void> = promise

/** Tells that the first drawing is in the document; the browser paints it with its next frame. */
export function tellDrawn(): void {
  requestAnimationFrame(() => setTimeout(resolve))
  setTimeout(resolve, LONGEST_MS)
}
