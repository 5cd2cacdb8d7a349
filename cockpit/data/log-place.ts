import { LOG_PLACE } from '../../src/api/log-place.ts'

/** How far the log had come for the first answers of this page, which has no stream yet. */
export class LogPlace {
  readonly #asked = new Set<Promise<void>>()
  #first: number | undefined
  #isWanted = false

  /** Looks at the answer to a request, for as long as nobody has wanted to know. */
  hear(answer: Promise<Response>): Promise<Response> {
    if (!this.#isWanted) this.#asked.add(answer.then(({ headers }) => this.#note(headers.get(LOG_PLACE)), ignore))
    return answer
  }

  /** Where a stream has to begin that misses nothing; known once everything has come that was asked for before. */
  async first(): Promise<number | undefined> {
    this.#isWanted = true
    await Promise.all(this.#asked)
    return this.#first
  }

  #note(place: string | null): void {
    // Who is not signed in is told no place.
    if (place !== null) this.#first = Math.min(Number(place), this.#first ?? Number.POSITIVE_INFINITY)
  }
}

function ignore(): void {}

/** The one of this page. */
export const logPlace = new LogPlace()
