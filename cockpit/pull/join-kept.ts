import { partsOf, unsentOf } from './parts-of-unsent.ts'
import type { Kept } from './unsent.ts'

/**
 * Joins what two pages of this browser have kept of the same pull request: part by part the newer word counts, and to have thrown
 * something away is a word too. What only one of them knows of is never lost.
 */
export function joinKept(one: Kept, other: Kept): Kept {
  const [older, newer] = one.at <= other.at ? [one, other] : [other, one]
  const [before, after] = [partsOf(older), partsOf(newer)]
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const order = (name: string) => (older.changed[name] ?? -1) - (newer.changed[name] ?? -1)
  const chosen = names.flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    const part = order(name) > 0 ? was : order(name) < 0 ? is : (is ?? was)
    return part === undefined ? [] : [part]
  })
  const unsaved = [
    ...older.unsaved.filter((name) => order(name) >= 0),
    ...newer.unsaved.filter((name) => order(name) <= 0),
  ]
  const unsent = unsentOf(chosen)
  const here = new Set(unsent.drafts.map(({ id }) => id))
  const written = [older, newer].flatMap((kept) => (kept.isSaved ? [] : kept.written))
  return {
    ...unsent,
    at: newer.at,
    isSaved: older.isSaved && newer.isSaved,
    written: [...new Set(written)].filter((id) => here.has(id)),
    removed: [...new Set([...older.removed, ...newer.removed])].filter((id) => !here.has(id)),
    unsaved: [...new Set(unsaved)],
    again: {},
    changed: newest(older.changed, newer.changed),
  }
}

function newest(one: Kept['changed'], other: Kept['changed']): Kept['changed'] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(names.map((name) => [name, Math.max(one[name] ?? -1, other[name] ?? -1)]))
}
