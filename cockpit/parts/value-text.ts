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

/** One thing that would have to be different, as the words around a value: `were`, `high`, `it is medium`. */
export interface Difference {
  /** Which part of the axis; empty where it is all of it. */
  readonly what: string
  readonly verb: string
  readonly value: string
  /** What it is at this moment. */
  readonly now: string
}

/** What differs between two values of an axis: of lists and tables only the members that come or go. */
export function differences(from: unknown, to: unknown): readonly Difference[] {
  if (Array.isArray(from) && Array.isArray(to)) {
    const [before, after] = [from.map(inner), to.map(inner)]
    return [
      ...before
        .filter((item) => !after.includes(item))
        .map((item) => ({ what: '', verb: 'were without', value: item, now: '' })),
      ...after
        .filter((item) => !before.includes(item))
        .map((item) => ({ what: '', verb: 'had', value: item, now: '' })),
    ]
  }
  if (isTable(from) && isTable(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return keys
      .filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
      .map((key) => changed(key.replaceAll('_', ' '), from[key], to[key]))
  }
  return [changed('', from, to)]
}

function changed(what: string, from: unknown, to: unknown): Difference {
  const now = isNothing(from) ? 'it is not set' : `it is ${valueText(from)}`
  if (isNothing(to)) return { what, verb: 'had no limit', value: '', now }
  return { what, verb: 'were', value: valueText(to), now }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
