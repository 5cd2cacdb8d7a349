import { breathe } from '../../sdk/breathe.ts'

/** So long those who were woken together keep everybody else waiting; what is small is done in one go. */
const MOST_MS = 10

/**
 * Lets in one after the other whoever was woken by the same thing. When a job is called off, a thousand may be told, each of a
 * megabyte; whoever is let in while this turn of the event loop has lasted long enough begins the next.
 */
export class Turns {
  readonly #now: () => number
  #line: Promise<void> = Promise.resolve()
  #began = Number.NEGATIVE_INFINITY

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  take(): Promise<void> {
    this.#line = this.#line.then(() => (this.#now() - this.#began < MOST_MS ? undefined : this.#next()))
    return this.#line
  }

  async #next(): Promise<void> {
    await breathe()
    this.#began = this.#now()
  }
}
