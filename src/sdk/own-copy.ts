import { AppError } from '../model/errors.ts'
import { refuseOdd } from '../model/refuse-odd.ts'

/** A copy that its caller can't change any more, as it is written down: what is approved is what runs. */
export function ownCopy<Value>(value: Value): Value {
  if (value === undefined) return value
  refuseOdd(value)
  return JSON.parse(JSON.stringify(value, refuseLost)) as Value
}

/** JSON leaves out or replaces what it has no words for, and then something else would run than was asked. */
function refuseLost(this: unknown, key: string, value: unknown): unknown {
  const before = (this as Readonly<Record<string, unknown>>)[key]
  // In a list it would become null; of an object it is left out, as if nobody had named it.
  const what = value === undefined && Array.isArray(this) ? 'An undefined' : whatIsLost(value, before)
  if (what === undefined) return value
  throw new AppError('invalid_input', [], { message: `${what} can't be written down as JSON, at ${key}.` })
}

/**
 * What came of some work, as it comes back from the log. What JSON makes an empty object of is refused, but for errors, which say what they
 * are; a function that something carries, or a number that is none, is no reason to lose the rest.
 */
export function asKept<Value>(value: Value): Value {
  const text = JSON.stringify(value, refuseEmptied)
  if (text !== undefined) return JSON.parse(text) as Value
  if (value === undefined) return value
  throw new TypeError('It can not be written down as JSON.')
}

function refuseEmptied(this: unknown, key: string, value: unknown): unknown {
  const before = (this as Readonly<Record<string, unknown>>)[key]
  if (value === before && value instanceof Error) return { name: value.name, message: value.message }
  const what = typeof value === 'object' ? whatIsLost(value, before) : undefined
  if (what === undefined || saysSomething(value, before)) return value
  throw new TypeError(`${what} can't be written down as JSON${key === '' ? '' : `, at ${key}`}.`)
}

/** Objects may call themselves what they like: what has fields is kept with them. Bytes have one for each, and are none. */
function saysSomething(value: unknown, before: unknown): boolean {
  return value === null || (Object.keys(value as object).length > 0 && !ArrayBuffer.isView(before))
}

/** What would be lost, in a word or two. The second is the same before `toJSON` made something of it. */
function whatIsLost(value: unknown, before: unknown): string | undefined {
  if (value === null && before instanceof Date) return 'A date that is none'
  if (ArrayBuffer.isView(before)) return withArticle(nameOf(before))
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value)
  if (typeof value === 'object') return isPlain(value) ? undefined : withArticle(nameOf(value))
  return ['bigint', 'function', 'symbol'].includes(typeof value) ? `A ${typeof value}` : undefined
}

function withArticle(name: string): string {
  return `${/^(?:[AEIO]|URL)/.test(name) ? 'An' : 'A'} ${name}`
}

/** Of a map, a set, a promise or bytes JSON makes an empty object, or another one. */
function isPlain(value: object | null): boolean {
  return value === null || PLAIN.has(nameOf(value))
}

const PLAIN: ReadonlySet<string> = new Set(['Object', 'Array', 'String', 'Number', 'Boolean'])

function nameOf(value: object | null): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1)
}
