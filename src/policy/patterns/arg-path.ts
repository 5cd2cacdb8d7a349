import * as z from 'zod'
import { AppError } from '../../model/errors.ts'
import { quote } from '../../model/quote.ts'
import { mustCompile } from './must-compile.ts'

/** What stands at and below one place of a tool's arguments, as text. */
export interface ArgTexts {
  /** Every scalar: `true`, `42`, `null`. */
  readonly leaves: readonly string[]
  /** The scalars of every list, joined by one space: `rm -rf /` for a command given word by word. `{}` counts as empty. */
  readonly lists: readonly string[]
  /** A star met an element without the rest of the path: what stands there instead is not known. */
  readonly isPartial?: boolean
}

/** Reads one place; `undefined` when there is too much to look at everything. */
export type ReadArg = (args: unknown) => ArgTexts | undefined

/** The most scalars, levels and characters that one place is searched for; beyond them nobody can tell. */
export const ARG_LIMITS = { leaves: 10_000, depth: 100, text: 100_000 } as const

const EVERY = Symbol('every element or key')
type Step = string | typeof EVERY

/**
 * Prepares a path: dotted (`options.force`, `files.0`, `files.*` for every element or key), or, when it starts with
 * `/`, a JSON pointer, for keys that have a dot or are a star. Inherited properties are never seen.
 */
export function compileArgPath(path: string): ReadArg {
  const steps = path.startsWith('/') ? pointerSteps(path) : dottedSteps(path)
  if (steps.every((step) => typeof step === 'string')) return (args) => textsAt(args, steps)
  return (args) => {
    let places: readonly unknown[] = [args]
    let isPartial = false
    for (const step of steps) {
      const taken = places.map((place) => take(place, step))
      isPartial ||= taken.some((found) => found.length === 0)
      places = taken.flat()
    }
    const texts = textsBelow(places)
    return texts && isPartial ? { ...texts, isPartial } : texts
  }
}

/** A path that `compileArgPath` can read. */
export const ArgPath = z.string().superRefine(mustCompile(compileArgPath))

const NO_LISTS: readonly string[] = Object.freeze([])
const NO_TEXTS: ArgTexts = Object.freeze({ leaves: [], lists: NO_LISTS })

/** A path without a star leads to one place at most, and most places hold one scalar. */
function textsAt(args: unknown, keys: readonly string[]): ArgTexts | undefined {
  let place = args
  for (const key of keys) {
    if (!isContainer(place) || !holdsKey(place, key)) return NO_TEXTS
    place = place[key]
  }
  if (isContainer(place)) return textsBelow([place])
  const text = String(place)
  return text.length > ARG_LIMITS.text ? undefined : { leaves: [text], lists: NO_LISTS }
}

/** The length of a list is its own, but no argument. */
function holdsKey(place: object, key: string): boolean {
  return Object.hasOwn(place, key) && !(key === 'length' && Array.isArray(place))
}

function dottedSteps(path: string): readonly Step[] {
  const keys = path.split('.')
  if (keys.includes('')) {
    throw badPath(`The path ${quote(path)} has an empty part; write keys with a dot as a JSON pointer, "/a.b".`)
  }
  return keys.map((key) => (key === '*' ? EVERY : key))
}

function pointerSteps(path: string): readonly Step[] {
  const keys = path.slice(1).split('/')
  if (keys.some((key) => /~(?![01])/.test(key))) {
    throw badPath(`In the JSON pointer ${quote(path)} a "~" has to be written "~0".`)
  }
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function badPath(message: string): AppError {
  return new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }])
}

function take(place: unknown, step: Step): readonly unknown[] {
  if (!isContainer(place)) return []
  if (step === EVERY) return Object.values(place)
  return holdsKey(place, step) ? [place[step]] : []
}

/** Depth first, so that an endless structure meets the depth limit before it fills the memory. */
function textsBelow(places: readonly unknown[]): ArgTexts | undefined {
  const leaves: string[] = []
  const lists: string[] = []
  const open = places.map((value) => ({ value, depth: 0 })).reverse()
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { value, depth } = item
    if (!isContainer(value)) {
      const text = String(value)
      if (text.length > ARG_LIMITS.text || leaves.push(text) > ARG_LIMITS.leaves) return undefined
      continue
    }
    if (depth === ARG_LIMITS.depth) return undefined
    const children: readonly unknown[] = Object.values(value)
    // Something empty is still something: a pattern that takes any text takes it.
    if (Array.isArray(value) || children.length === 0) {
      const joined = joinScalars(children)
      if (joined.length > ARG_LIMITS.text) return undefined
      lists.push(joined)
    }
    for (const child of children.toReversed()) open.push({ value: child, depth: depth + 1 })
  }
  return { leaves, lists }
}

/** Leaves out what is no scalar: one odd element must not hide the command that stands around it. */
function joinScalars(children: readonly unknown[]): string {
  const scalars = children.flat(ARG_LIMITS.depth).filter((child) => !isContainer(child))
  return scalars.map(String).join(' ')
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
