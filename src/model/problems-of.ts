import type * as z from 'zod'
import { didYouMean } from './nearest.ts'
import type { Problem } from './problem.ts'
import { quote } from './quote.ts'

type Issue = z.core.$ZodIssue

/** Where the value that was refused stands in a larger input. */
export interface Place {
  readonly input: unknown
  /** JSON pointer of the value, `''` for the whole. */
  readonly at?: string
}

/** Says in our words, for each thing that a schema refused, what it is, where it is and what would be right. */
export function problemsOf(error: z.ZodError, place: Place): readonly Problem[] {
  const all = error.issues.slice(0, MAX_ISSUES).flatMap((issue) => problems(issue, place))
  // What has the wrong type is often also too short: the first thing said of a place is enough.
  const first = new Map(all.toReversed().map((problem) => [problem.path, problem]))
  return all.filter((problem) => first.get(problem.path) === problem).slice(0, MAX_ISSUES)
}

/** Nobody reads more, and a hostile input could have a hundred thousand. */
const MAX_ISSUES = 50

/** A JSON pointer (RFC 6901) from the keys that lead to a place. */
export function pointer(keys: readonly PropertyKey[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function problems(issue: Issue, place: Place): readonly Problem[] {
  const path = (place.at ?? '') + pointer(issue.path)
  if (issue.code === 'unrecognized_keys') {
    // strict() writes one sentence a key, in the order of the keys.
    const sentences = issue.message.split('\n')
    return issue.keys.slice(0, MAX_ISSUES).map((key, index) => ({
      code: 'unknown_key',
      message: sentences[index] ?? issue.message,
      path: path + pointer([key]),
    }))
  }
  const given = valueAt(place.input, issue.path)
  if (issue.code === 'invalid_union' && given !== undefined && given !== null) return problemsOfUnion(issue, place)
  if (given === undefined) return [{ code: 'missing_key', message: missing(issue), path }]
  if (given === null)
    return [{ code: 'invalid_value', message: 'null is not a value; leave the key out instead.', path }]
  return [
    { code: issue.code === 'invalid_type' ? 'invalid_type' : 'invalid_value', message: sentence(issue, given), path },
  ]
}

/** Of several readings the one that came furthest was meant; where all failed at once, the union's own sentence is best. */
function problemsOfUnion(issue: z.core.$ZodIssueInvalidUnion, place: Place): readonly Problem[] {
  const meant = issue.errors.find((issues) => !issues.some(isWrongFromTheStart))
  const path = (place.at ?? '') + pointer(issue.path)
  if (meant === undefined)
    return [
      { code: issue.errors.length === 0 ? 'invalid_value' : 'invalid_type', message: nothingFits(issue, place), path },
    ]
  return meant.flatMap((inner) => problems({ ...inner, path: [...issue.path, ...inner.path] }, place))
}

function nothingFits(issue: z.core.$ZodIssueInvalidUnion, place: Place): string {
  const expected = issue.errors
    .flat()
    .flatMap((inner) => (inner.code === 'invalid_type' ? [article(inner.expected)] : []))
  if (issue.message !== 'Invalid input' || expected.length === 0) return issue.message
  return `${show(valueAt(place.input, issue.path))} is not ${[...new Set(expected)].join(' or ')}.`
}

function isWrongFromTheStart(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
}

function missing(issue: Issue): string {
  const name = issue.path.at(-1)
  return `${name === undefined ? 'The value' : `The key ${quote(String(name))}`} is missing.`
}

function sentence(issue: Issue, given: unknown): string {
  const shown = show(given)
  if (issue.code === 'invalid_value')
    return `${shown} is not known here.${didYouMean(String(given), issue.values.map(String))}`
  if (issue.code === 'invalid_type') return `${shown} is not ${article(issue.expected)}.`
  if (issue.code === 'too_small' && given === '') return 'The text is empty.'
  if (issue.code === 'too_small' && issue.inclusive === false)
    return `${shown} is too small: more than ${issue.minimum}.`
  if (issue.code === 'too_small') return `${shown} is too small: at least ${issue.minimum}.`
  if (issue.code === 'too_big') return `${shown} is too great: at most ${issue.maximum}.`
  return issue.message
}

/** A value as a sentence begins with it. */
export function show(given: unknown): string {
  if (typeof given === 'string') return quote(given)
  if (Array.isArray(given)) return 'A list'
  return typeof given === 'object' && given !== null ? 'An object' : String(given)
}

/** The name of a type as a sentence goes on with it. */
export function article(type: string): string {
  if (type === 'int') return 'a whole number'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type === 'record' ? 'map' : type}`
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isContainer(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    input,
  )
}

function isContainer(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
