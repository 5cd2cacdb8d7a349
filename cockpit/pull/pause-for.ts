const LEAST_MS = 700
const MOST_MS = 6000
const LETTERS_A_MS = 4

/** So long nobody writes before what is begun is kept on the server. The log keeps every saving for ever, so that long words wait longer. */
export function pauseFor(change: unknown): number {
  return Math.min(LEAST_MS + JSON.stringify(change).length / LETTERS_A_MS, MOST_MS)
}
