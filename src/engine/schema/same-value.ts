/** A JSON value as a text that is the same for equal values, whatever the order of their keys. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalText(inner)}`).join()}}`
}

/** Whether two JSON values are equal, told by the first thing that differs. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const entries = Object.entries(one)
  const rest = other as Readonly<Record<string, unknown>>
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(rest, key) && isSame(value, rest[key]))
  )
}
