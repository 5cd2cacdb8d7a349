/** How much of a long list is shown. */
interface Extent {
  /** Lists are cut after this many members; whole without it. */
  readonly atMost?: number
}

/** A value of a policy or a gate as a person reads it: without braces and quotes where it is plain. */
export function inWords(value: unknown, extent: Extent = {}): string {
  if (value === null || value === undefined) return 'not said'
  if (typeof value === 'string') return value === '' ? 'an empty text' : value
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : listed(value, extent)
  // The greatest number that can be written stands for no bound at all.
  if (value === Number.MAX_SAFE_INTEGER) return 'any amount'
  if (typeof value !== 'object') return String(value)
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
  return parts.length === 0 ? 'nothing' : parts.map(([key, part]) => `${key} ${inner(part, extent)}`).join(', ')
}

function listed(members: readonly unknown[], extent: Extent): string {
  const { atMost = members.length } = extent
  // A list that is one longer than allowed is as short as its own "1 more".
  const shown = members.length <= atMost + 1 ? members : members.slice(0, atMost)
  const more = members.length - shown.length
  const words = shown.map((member) => inner(member, extent)).join(', ')
  return more === 0 ? words : `${words} and ${more} more`
}

/** Inside a list or a map only plain values go without brackets, so that it stays clear what belongs together. */
function inner(value: unknown, extent: Extent): string {
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : `[${listed(value, extent)}]`
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) return `(${inWords(value, extent)})`
  return inWords(value, extent)
}
