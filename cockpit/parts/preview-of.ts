import { beginningOf } from '../../src/model/beginning-of.ts'

/** How a value begins, in one line, and how long all of it is. */
export interface Preview {
  readonly begins: string
  readonly length: number
}

const MOST = 160

/** The beginning of a value: the members of a record by name, a text as it is, everything else as JSON. */
export function previewOf(value: unknown): Preview {
  const text = textOf(value)
  const begins = beginningOf(text, MOST)
  return { begins: begins.length < text.length ? `${begins}…` : begins, length: lengthOf(value) }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${JSON.stringify(item)}`)
    .join(', ')
}

/** In characters of what is shown when it is opened. */
function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length
}
