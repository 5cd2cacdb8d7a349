/** How long a forge wants to be left alone, when it does not say it. */
const UNSAID_MS = 60_000
/** Nobody is waited for longer than this before asking again whether it still holds. */
const LONGEST_MS = 3_600_000

/**
 * When a forge that refused a request may be asked again; undefined where the refusal is about the request itself. Forges say too much
 * with 429, and GitHub also with 403, so that only its headers tell it from a real no.
 */
export function pauseUntil(status: number, headers: Headers, now: number): number | undefined {
  const asked = askedFor(headers, now)
  if (status === 429) return bounded(asked ?? now + UNSAID_MS, now)
  return status === 403 && asked !== undefined ? bounded(asked, now) : undefined
}

/** GitHub's secondary limits come with `retry-after`, its primary one with nothing remaining and the time of the next share. */
function askedFor(headers: Headers, now: number): number | undefined {
  const after = headers.get('retry-after')
  if (after !== null) {
    const seconds = Number(after)
    const at = Number.isFinite(seconds) ? now + seconds * 1000 : Date.parse(after)
    return Number.isNaN(at) ? now + UNSAID_MS : at
  }
  if (headers.get('x-ratelimit-remaining') !== '0') return undefined
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  return Number.isFinite(reset) ? reset * 1000 : now + UNSAID_MS
}

function bounded(at: number, now: number): number {
  return Math.min(Math.max(at, now + 1000), now + LONGEST_MS)
}
