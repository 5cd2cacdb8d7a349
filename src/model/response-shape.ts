import { mention } from './quote.ts'

type Schema = Readonly<Record<string, unknown>>

/** Deeper than anybody reads in a line. */
const DEEPEST = 4
const LONGEST = 400

/** What a JSON Schema asks for, in a line for people: `{ city: text, count?: whole number }`. */
export function responseShape(schema: unknown): string {
  const shape = shapeOf(schema, 0)
  return shape.length <= LONGEST ? shape : `${shape.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A value that fits a schema, as far as its plain words say; somebody puts their own in its place. */
export function responseExample(schema: unknown): unknown {
  return exampleOf(schema, 0)
}

function shapeOf(given: unknown, depth: number): string {
  const schema = recordIn(given)
  const choices = choicesIn(schema)
  if (choices !== undefined) return choices.map((value) => JSON.stringify(value)).join(' | ')
  const either = eitherIn(schema)
  if (depth >= DEEPEST) return 'anything'
  if (either !== undefined) return either.map((one) => shapeOf(one, depth + 1)).join(' | ')
  switch (schema['type']) {
    case 'object':
      return objectShape(schema, depth)
    case 'array':
      return `[${shapeOf(schema['items'], depth + 1)}, …]`
    case 'string':
      return typeof schema['format'] === 'string' ? `text (${mention(schema['format'])})` : 'text'
    case 'number':
      return `number${boundsOf(schema)}`
    case 'integer':
      return `whole number${boundsOf(schema)}`
    case 'boolean':
      return 'true | false'
    default:
      return schema['type'] === 'null' ? 'null' : 'anything'
  }
}

function objectShape(schema: Schema, depth: number): string {
  const fields = partsIn(schema).map(([name, part]) => {
    const shown = /^[\w-]+$/.test(name) ? name : JSON.stringify(name)
    return `${shown}${requiredIn(schema).includes(name) ? '' : '?'}: ${shapeOf(part, depth + 1)}`
  })
  return fields.length === 0 ? 'an object' : `{ ${fields.join(', ')} }`
}

/** What an object has, and what it has to have though nothing more is said of it. */
function partsIn(schema: Schema): readonly (readonly [name: string, part: unknown])[] {
  const properties = recordIn(schema['properties'])
  const others = requiredIn(schema).filter((name) => typeof name === 'string' && !Object.hasOwn(properties, name))
  return [...Object.entries(properties), ...others.map((name) => [String(name), {}] as const)]
}

function boundsOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Schema): string {
  const bounds = [
    ...(typeof exclusiveMinimum === 'number' ? [`above ${exclusiveMinimum}`] : []),
    ...(isBound(minimum) ? [`from ${minimum}`] : []),
    ...(typeof exclusiveMaximum === 'number' ? [`below ${exclusiveMaximum}`] : []),
    ...(isBound(maximum) ? [`up to ${maximum}`] : []),
  ]
  return bounds.map((bound) => ` ${bound}`).join('')
}

/** What a computer can count to is no bound that anybody set. */
function isBound(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) !== Number.MAX_SAFE_INTEGER
}

const TEXTS: ReadonlyMap<unknown, string> = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['email', 'ann@example.org'],
  ['uri', 'https://example.org'],
])

function exampleOf(given: unknown, depth: number): unknown {
  const schema = recordIn(given)
  const [first] = choicesIn(schema) ?? []
  if (first !== undefined) return first
  const [either] = eitherIn(schema) ?? []
  if (either !== undefined && depth < DEEPEST) return exampleOf(either, depth + 1)
  switch (schema['type']) {
    case 'object':
      return depth >= DEEPEST ? {} : objectExample(schema, depth)
    case 'array':
      return depth >= DEEPEST ? [] : [exampleOf(schema['items'], depth + 1)]
    case 'number':
    case 'integer':
      return numberExample(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return TEXTS.get(schema['format']) ?? '…'
  }
}

/** Whatever has to be there; where nothing has to, all of it. */
function objectExample(schema: Schema, depth: number): object {
  const all = partsIn(schema)
  const required = all.filter(([name]) => requiredIn(schema).includes(name))
  const shown = required.length === 0 ? all : required
  return Object.fromEntries(shown.map(([name, part]) => [name, exampleOf(part, depth + 1)]))
}

function numberExample({ minimum, exclusiveMinimum, maximum }: Schema): number {
  if (isBound(minimum)) return minimum
  if (typeof exclusiveMinimum === 'number') return Math.floor(exclusiveMinimum) + 1
  return isBound(maximum) ? Math.min(1, maximum) : 1
}

function choicesIn(schema: Schema): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']]
  return Array.isArray(schema['enum']) && schema['enum'].length > 0 ? schema['enum'] : undefined
}

function eitherIn(schema: Schema): readonly unknown[] | undefined {
  const either = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(either) && either.length > 0 ? either : undefined
}

function requiredIn(schema: Schema): readonly unknown[] {
  return Array.isArray(schema['required']) ? schema['required'] : []
}

function recordIn(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {}
}
