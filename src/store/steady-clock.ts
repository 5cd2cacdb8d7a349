/** A clock that stands still rather than going back, so that what is over stays over. */
export function steadyClock(clock: () => Date): () => Date {
  let latest = 0
  return () => {
    latest = Math.max(latest, clock().getTime())
    return new Date(latest)
  }
}
