import type { Explanation, Survivor } from './survivor.ts'

/** What a person has to do after a run: explain or kill some survivors, and drop explanations that lost their reason. */
export interface Comparison {
  readonly unexplained: readonly Survivor[]
  readonly stale: readonly Explanation[]
}

/** Every explanation pays for as many survivors as it says; one more of the same text is a new finding. */
export function compareSurvivors(survivors: readonly Survivor[], explanations: readonly Explanation[]): Comparison {
  const explained = count(explanations, (item) => item.times)
  const survived = count(survivors, () => 1)
  const seen = new Map<string, number>()

  const unexplained = survivors.filter((survivor) => {
    const key = keyOf(survivor)
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    return nth > (explained.get(key) ?? 0)
  })
  const stale = explanations.filter((item) => (survived.get(keyOf(item)) ?? 0) < (explained.get(keyOf(item)) ?? 0))
  return { unexplained, stale }
}

function count<Item extends Survivor>(items: readonly Item[], weight: (item: Item) => number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + weight(item))
  return counts
}

function keyOf({ file, mutator, original, replacement }: Survivor): string {
  return JSON.stringify([file, mutator, original, replacement])
}
