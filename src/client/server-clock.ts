/** As much as two clocks may differ because an answer was on its way, or because the server tells its time to the second. */
const SPARE_MS = 5000

/** How the clock of this machine stands to that of the server, which alone says when something ends. */
export class ServerClock {
  readonly #watchers = new Set<() => void>()
  #ahead = 0

  /** The time at the server, as far as anything was heard of it. */
  now(): number {
    return Date.now() + this.#ahead
  }

  /** Looks at what an answer says of the time. */
  hear(answer: Promise<Response>): Promise<Response> {
    void answer.then(
      ({ headers }) => this.#note(Date.parse(headers.get('date') ?? '') - Date.now()),
      () => undefined,
    )
    return answer
  }

  /** Calls back when the two turn out to differ more or less than was known. */
  watch(watcher: () => void): void {
    this.#watchers.add(watcher)
  }

  #note(difference: number): void {
    if (Number.isNaN(difference)) return
    const ahead = Math.abs(difference) < SPARE_MS ? 0 : difference
    if (Math.abs(ahead - this.#ahead) < SPARE_MS) return
    this.#ahead = ahead
    for (const watcher of this.#watchers) watcher()
  }
}
