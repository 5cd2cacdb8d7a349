/** So many are named; whoever has more of them knows enough, and the rest is counted. */
const MOST_NAMED = 20

/** The first thing that is wrong, what else is, and how many more are not named. */
export type Flawed<Flaw> = Flaw & { readonly ok: false; readonly others: readonly Flaw[]; readonly more: number }

/** Collects what is wrong, in flat memory. */
export class FlawList<Flaw extends object> {
  readonly #named: Flaw[] = []
  #count = 0

  add(flaw: Flaw): void {
    this.#count++
    if (this.#named.length < MOST_NAMED) this.#named.push(flaw)
  }

  /** Nothing where nothing is wrong. */
  report(): Flawed<Flaw> | undefined {
    const [first, ...others] = this.#named
    if (first === undefined) return undefined
    return { ok: false, ...first, others, more: this.#count - this.#named.length }
  }
}
