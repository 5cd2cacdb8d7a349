/** How fast time goes after the clock on the wall was set back: slower, so that it catches up, and not still, so that proofs grow old. */
const PACE = 0.9

/** What a clock goes by. */
export interface SteadyOptions {
  /** Goes on whatever is done to the clock on the wall. */
  readonly elapsed?: () => number
  /** When it was last, as far as anybody knows: time goes on from there, also in another process. */
  readonly since?: number
}

/**
 * A clock that never goes back, so that what is over stays over, whatever happens to the one on the wall. How long it took until then is
 * asked of what nobody can set: where the one on the wall jumps back and ahead again, no time has passed.
 */
export function steadyClock(
  clock: () => Date,
  { elapsed = () => performance.now(), since = 0 }: SteadyOptions = {},
): () => Date {
  let [latest, wall, mark] = [since, since, elapsed()]
  let isBehind = false
  return () => {
    const now = clock().getTime()
    const at = elapsed()
    if (now < wall) isBehind = true
    if (isBehind) latest += PACE * (at - mark)
    if (now >= latest) [latest, isBehind] = [now, false]
    wall = now
    mark = at
    return new Date(latest)
  }
}
