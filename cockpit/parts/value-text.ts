/** Any value as people read it: a list with commas, switches by those that are on, everything else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inner).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value)
  if (entries.length > 0 && entries.every(([, item]) => typeof item === 'boolean')) {
    const on = entries.filter(([, item]) => item === true).map(([key]) => key.replaceAll('_', ' '))
    return on.length === 0 ? 'none' : on.join(', ')
  }
  return entries.map(([key, item]) => `${key.replaceAll('_', ' ')} ${inner(item)}`).join(', ') || 'none'
}

function inner(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(' ')
  return JSON.stringify(value)
}

/** One thing that would have to be different. */
export interface Difference {
  readonly what: string
  readonly from: string | null
  readonly to: string | null
}

/** What differs between two values of an axis: of lists and tables only the members that come or go. */
export function differences(from: unknown, to: unknown): readonly Difference[] {
  if (Array.isArray(from) && Array.isArray(to)) {
    const [before, after] = [from.map(inner), to.map(inner)]
    return [
      ...before.filter((item) => !after.includes(item)).map((item) => ({ what: '', from: item, to: null })),
      ...after.filter((item) => !before.includes(item)).map((item) => ({ what: '', from: null, to: item })),
    ]
  }
  if (isTable(from) && isTable(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return keys
      .filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
      .map((key) => ({ what: key.replaceAll('_', ' '), from: textOrNull(from[key]), to: textOrNull(to[key]) }))
  }
  return [{ what: '', from: textOrNull(from), to: textOrNull(to) }]
}

function textOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : valueText(value)
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
