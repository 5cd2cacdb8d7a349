import { isKnownPattern, RESPONSE_FORMATS } from './formats.ts'
import { isObject, type Part, type Words } from './part.ts'

/** The kinds of values that JSON has, as JSON Schema names them. */
export const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'] as const

/** What a keyword has to be so that a value can be held to it, and the parts that are in it. */
interface Keyword {
  readonly is: (given: unknown) => boolean
  /** What it has to be, for whoever wrote something else. */
  readonly as: string
  readonly parts?: (given: unknown) => readonly Part[]
}

const about: Keyword = { is: () => true, as: 'anything' }
const count: Keyword = { is: (given) => Number.isSafeInteger(given) && Number(given) >= 0, as: 'a whole number from 0' }
const number: Keyword = { is: (given) => Number.isFinite(given), as: 'a number' }
const names: Keyword = {
  is: (given) => Array.isArray(given) && given.every((name) => typeof name === 'string') && isDistinct(given),
  as: 'a list of different names',
}
const part: Keyword = { is: isPart, as: 'a schema', parts: (given) => [given as Part] }
const list: Keyword = {
  is: (given) => Array.isArray(given) && given.length > 0 && given.every(isPart),
  as: 'a list of schemas',
  parts: (given) => given as readonly Part[],
}
const map: Keyword = {
  is: (given) => isObject(given) && Object.values(given).every(isPart),
  as: 'a map of schemas',
  parts: (given) => Object.values(given as Readonly<Record<string, Part>>),
}

const DIALECTS = ['https://json-schema.org/draft/2020-12/schema', 'http://json-schema.org/draft-07/schema#'] as const

/** All that a value is held to, and what only tells people something. Whatever is not here is refused: it would be held to nothing. */
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['$schema', { is: isOneOf(DIALECTS), as: DIALECTS.map((one) => JSON.stringify(one)).join(' or ') }],
  ...['$comment', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'].map(tellsOnly),
  ...['contentEncoding', 'contentMediaType', 'contentSchema'].map(tellsOnly),
  ['$ref', { is: (given) => typeof given === 'string', as: 'a text' }],
  ['$defs', map],
  ['definitions', map],
  ['type', { is: isType, as: `one of ${TYPES.join(', ')}, or a list of them` }],
  ['enum', { is: (given) => Array.isArray(given) && given.length > 0, as: 'a list of values' }],
  ['const', { is: () => true, as: 'a value' }],
  ['anyOf', list],
  ['oneOf', list],
  ['allOf', list],
  ['not', part],
  ['properties', map],
  ['required', names],
  ['additionalProperties', part],
  ['propertyNames', part],
  ['minProperties', count],
  ['maxProperties', count],
  ['items', { ...part, as: 'a schema; say it with prefixItems if each place has its own' }],
  ['prefixItems', list],
  ['minItems', count],
  ['maxItems', count],
  ['uniqueItems', { is: (given) => typeof given === 'boolean', as: 'true or false' }],
  ['contains', part],
  ['minContains', count],
  ['maxContains', count],
  ['minLength', count],
  ['maxLength', count],
  ['format', { is: isOneOf([...RESPONSE_FORMATS]), as: `one of ${[...RESPONSE_FORMATS].join(', ')}` }],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  ['multipleOf', { is: (given) => Number.isFinite(given) && Number(given) > 0, as: 'a number above 0' }],
])

/** Refuses a part that says anything that a value can't be held to, and gives the parts in it. */
export function partsIn(words: Words): readonly Part[] {
  return Object.entries(words).flatMap(([name, given]) => {
    if (name.startsWith('x-') || (name === 'pattern' && typeof given === 'string' && isKnownPattern(given))) return []
    const keyword = KEYWORDS.get(name)
    if (keyword === undefined) throw new Error(`${shown(name)} is not taken; ${instead(name)}`)
    if (!keyword.is(given)) throw new Error(`${name} has to be ${keyword.as}`)
    return keyword.parts?.(given) ?? []
  })
}

function instead(name: string): string {
  if (name === 'pattern' || name === 'patternProperties') return 'say it with enum, format, minLength or maxLength'
  return `a value is held to ${[...KEYWORDS].flatMap(([known, keyword]) => (keyword === about ? [] : [known])).join(', ')}`
}

function shown(name: string): string {
  return /^[$\w-]{1,60}$/.test(name) ? name : JSON.stringify(name.slice(0, 60))
}

function tellsOnly(name: string): [string, Keyword] {
  return [name, about]
}

function isOneOf(all: readonly string[]): (given: unknown) => boolean {
  return (given) => typeof given === 'string' && all.includes(given)
}

function isType(given: unknown): boolean {
  const isKnown = isOneOf(TYPES)
  return Array.isArray(given) ? given.length > 0 && given.every(isKnown) && isDistinct(given) : isKnown(given)
}

function isPart(given: unknown): given is Part {
  return typeof given === 'boolean' || isObject(given)
}

function isDistinct(all: readonly unknown[]): boolean {
  return new Set(all).size === all.length
}
