/** Chance that can be repeated: the same seed gives the same numbers. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0 and less than 1 (mulberry32). */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** From 1 to `most`. */
  upTo(most: number): number {
    return 1 + Math.floor(this.share() * most)
  }

  shuffled<Item>(items: readonly Item[]): readonly Item[] {
    const keyed = items.map((item) => ({ item, key: this.share() }))
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
  }
}
