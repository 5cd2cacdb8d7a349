import { type Check, fits, type Known, wrong } from './check.ts'
import type { Part } from './part.ts'
import { canonicalText } from './same-value.ts'

/** What a list is held to. */
export const LIST_CHECKS = {
  *prefixItems(given: readonly Part[], { value, path }, { held }) {
    if (!Array.isArray(value)) return
    for (const [at, part] of given.slice(0, value.length).entries())
      yield* held(part, { value: value[at], path: `${path}/${at}` })
  },
  *items(given: Part, { value, path }, { words, held }) {
    if (!Array.isArray(value)) return
    const { prefixItems } = words
    const first = Array.isArray(prefixItems) ? prefixItems.length : 0
    for (let at = first; at < value.length; at++) yield* held(given, { value: value[at], path: `${path}/${at}` })
  },
  *minItems(given: number, place) {
    if (Array.isArray(place.value) && place.value.length < given)
      yield* wrong('invalid_value', `The list is too short: at least ${given}.`, place)
  },
  *maxItems(given: number, place) {
    if (Array.isArray(place.value) && place.value.length > given)
      yield* wrong('invalid_value', `The list is too long: at most ${given}.`, place)
  },
  *uniqueItems(given: boolean, place, { known }) {
    if (given && Array.isArray(place.value) && hasRepeats(place.value, known))
      yield* wrong('invalid_value', 'The list has something twice.', place)
  },
  *contains(given: Part, { value, path }, { words, held }) {
    if (!Array.isArray(value)) return
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = words
    const count = value.filter((item, at) => fits(held(given, { value: item, path: `${path}/${at}` }))).length
    if (count < Number(minContains))
      yield* wrong('invalid_value', `The list has too few of what has to be in it: at least ${String(minContains)}.`, {
        value,
        path,
      })
    if (count > Number(maxContains))
      yield* wrong('invalid_value', `The list has too many of what has to be in it: at most ${String(maxContains)}.`, {
        value,
        path,
      })
  },
} satisfies Record<string, Check>

function hasRepeats(list: readonly unknown[], { repeats }: Known): boolean {
  const found = repeats.get(list) ?? new Set(list.map(canonicalText)).size < list.length
  repeats.set(list, found)
  return found
}
