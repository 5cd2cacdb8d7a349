import type { Problem } from '../model/problem.ts'
import { MAX_DEPTH } from '../model/refuse-deep.ts'
import { scanJson } from './json-scanner.ts'
import type { Locate } from './locate.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** A JSON text as a value, or everything that is wrong with it. */
export type JsonRead =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] }

/** A JSON text as a value whose keys can be found again in the text. */
export type LocatedJsonRead =
  | { readonly value: unknown; readonly locate: Locate; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] }

/**
 * Reads one JSON text strictly: what `JSON.parse` would let through quietly (duplicate keys, `__proto__`, 1e400, lone
 * surrogates, bottomless nesting) is refused. Sound text costs one parse and one glance; only the rest is scanned.
 */
export function readJson(text: string): JsonRead {
  return readSound(text) ?? readLocatedJson(text)
}

/** Reads one JSON text as `readJson` does, and remembers where everything stands. */
export function readLocatedJson(text: string): LocatedJsonRead {
  const { problems, locate } = scanJson(text)
  if (problems.length > 0) return { problems }

  const parsed = parse(text)
  if (parsed) return { value: parsed.value, locate }
  return { problems: [{ code: 'bad_json', message: 'The text is not JSON.', path: '', line: 1, column: 1 }] }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** A key lost between text and value was a duplicate, so equal counts prove that there is none. */
function readSound(text: string): { readonly value: unknown } | undefined {
  if (!text.isWellFormed()) return undefined
  if (text.includes('\\u') && /\\u[dD]/.test(text)) return undefined
  const written = keysWritten(text)
  if (written === undefined) return undefined

  const parsed = parse(text)
  return parsed && written === keysParsed(parsed.value) ? parsed : undefined
}

/** Counts the colons outside strings; nothing when it is nested too deep for a value of it to be walked. */
function keysWritten(text: string): number | undefined {
  let keys = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = closingQuote(text, at + 1)
    else if (unit === COLON) keys += 1
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      depth += 1
      if (depth > MAX_DEPTH) return undefined
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth -= 1
  }
  return keys
}

function closingQuote(text: string, from: number): number {
  const next = text.indexOf('"', from)
  if (next === -1) return text.length
  if (text.charCodeAt(next - 1) !== BACKSLASH) return next

  let at = from
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/** Counts the keys of a parsed value; NaN, which equals no count, when it holds something to look at closely. */
function keysParsed(value: unknown): number {
  // An integer beyond the safe ones may have been written otherwise.
  if (typeof value === 'number') return Number.isSafeInteger(value) || isFraction(value) ? 0 : Number.NaN
  if (typeof value !== 'object' || value === null) return 0

  let keys = 0
  if (Array.isArray(value)) {
    for (const item of value) keys += keysParsed(item)
    return keys
  }
  const object = value as Readonly<Record<string, unknown>>
  // for-in, because a list of the keys would cost more than all the rest of this function
  for (const key in object) keys += key === '__proto__' ? Number.NaN : 1 + keysParsed(object[key])
  return keys
}

function isFraction(value: number): boolean {
  return Number.isFinite(value) && !Number.isInteger(value)
}
