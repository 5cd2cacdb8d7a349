/** What an error says, as text that can be kept. It may be anything that somebody threw, so nothing of it is relied on. */
export function saidBy(error: unknown): string {
  try {
    const said: unknown = error instanceof Error ? error.message : error
    return String(said).toWellFormed()
  } catch {
    return 'It threw something that says nothing of itself.'
  }
}
