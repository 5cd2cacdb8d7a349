import { AppError } from '../../model/errors.ts'
import { type Rate, RateLimit } from './rate-limit.ts'

/** What nobody may exceed. */
export interface LimitSettings {
  /** Of one credential. */
  readonly each: Rate
  /** Of one address without a credential. */
  readonly anonymous: Rate
  /** How often one address may show a credential that is worth nothing. */
  readonly failures: Rate
  /** Requests that are worked on at the same time. */
  readonly atOnce: number
}

export const USUAL_LIMITS: LimitSettings = {
  each: { perSecond: 2000, burst: 4000 },
  anonymous: { perSecond: 50, burst: 200 },
  failures: { perSecond: 1, burst: 60 },
  atOnce: 2000,
}

/** Who asks too much is told so, and nobody else notices. */
export class Limits {
  readonly #each: RateLimit
  readonly #anonymous: RateLimit
  readonly #failures: RateLimit
  readonly #atOnce: number
  #open = 0

  constructor({ each, anonymous, failures, atOnce }: LimitSettings) {
    this.#each = new RateLimit(each)
    this.#anonymous = new RateLimit(anonymous)
    this.#failures = new RateLimit(failures)
    this.#atOnce = atOnce
  }

  take(owner: string): void {
    this.#each.take(owner, performance.now())
  }

  takeAnonymous(address: string): void {
    this.#anonymous.take(address, performance.now())
  }

  countFailure(address: string): void {
    if (this.#failures.isLeft(address, performance.now())) this.#failures.take(address, performance.now())
  }

  /** An address that showed too much that is worth nothing waits, whatever it shows next. */
  refuseGuesser(address: string): void {
    if (!this.#failures.isLeft(address, performance.now())) throw new AppError('too_many_requests')
  }

  /** Counts what is worked on; gives the way to say that it is done. */
  enter(): () => void {
    if (this.#open >= this.#atOnce) throw new AppError('overloaded')
    this.#open += 1
    return () => {
      this.#open -= 1
    }
  }
}
