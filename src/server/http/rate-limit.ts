import { AppError } from '../../model/errors.ts'

/** How much somebody may ask: so many a second, and so many at once after a rest. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

interface Bucket {
  left: number
  at: number
}

const MOST_KNOWN = 10_000

/** Gives everybody a share of the server. Who has used theirs up waits; who has not been seen for a while is forgotten. */
export class RateLimit {
  readonly #rate: Rate
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** Takes one from somebody's share. Throws `too_many_requests` when nothing is left of it. */
  take(who: string, now: number): void {
    const bucket = this.#bucket(who, now)
    if (bucket.left < 1) throw new AppError('too_many_requests')
    bucket.left -= 1
  }

  /** Whether anything is left of somebody's share. */
  hasLeft(who: string, now: number): boolean {
    return this.#bucket(who, now).left >= 1
  }

  #bucket(who: string, now: number): Bucket {
    const { perSecond, burst } = this.#rate
    const known = this.#buckets.get(who)
    if (known === undefined) {
      if (this.#buckets.size >= MOST_KNOWN) this.#forget(now)
      const fresh = { left: burst, at: now }
      this.#buckets.set(who, fresh)
      return fresh
    }
    const seconds = Math.max(0, now - known.at) / 1000
    known.left = Math.min(burst, known.left + seconds * perSecond)
    known.at = now
    return known
  }

  /** Whose share is whole again need not be remembered; if all are busy, the oldest goes. */
  #forget(now: number): void {
    const { perSecond, burst } = this.#rate
    for (const [who, { left, at }] of this.#buckets) {
      if (left + ((now - at) / 1000) * perSecond >= burst) this.#buckets.delete(who)
    }
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size >= MOST_KNOWN && oldest !== undefined) this.#buckets.delete(oldest)
  }
}
