import policySchema from '../../schemas/policy.schema.json' with { type: 'json' }

/** How one value without parts of its own is chosen in a form. */
export type SimpleField =
  | { readonly by: 'choice'; readonly choices: readonly string[] }
  | { readonly by: 'switch' }
  | { readonly by: 'number'; readonly least: number | undefined; readonly most: number | undefined }
  /** Some of a few, kept as a list of them or as a switch for each. */
  | { readonly by: 'several'; readonly kept: 'list' | 'switches'; readonly choices: readonly string[] }
  /** Names that people choose themselves; some are known, and a word may stand for all of them or none. */
  | { readonly by: 'names'; readonly known: readonly string[]; readonly words: readonly string[] }
  /** Of a shape that this form does not know: it is written in YAML. */
  | { readonly by: 'text' }

/** One part of a value that has several. */
export interface Part {
  readonly key: string
  readonly about: string
  readonly field: SimpleField
}

/** How the value of an axis is chosen in a form. */
export type Field =
  | SimpleField
  /** `isAlone`: what a document leaves out is not there, instead of coming from its preset. */
  | { readonly by: 'parts'; readonly parts: readonly Part[]; readonly isAlone: boolean }
  /** The same parts for each of some names, such as phases. */
  | { readonly by: 'each'; readonly parts: readonly Part[] }
  | { readonly by: 'rules'; readonly told: Readonly<Record<string, string>>; readonly verdicts: readonly string[] }

/** An axis, what it is about, and how it is chosen. */
export type AxisField = { readonly axis: string; readonly about: string } & Field

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly examples?: readonly string[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
}

/** Keys of a document that are no axes of their own. */
const NO_AXES: ReadonlySet<string> = new Set(['preset', 'level', 'delegable'])

/** Axes with parts that a preset does not complete: a document that names one names all of it. */
const ALONE: ReadonlySet<string> = new Set(['custom_stops'])

/** A field for every axis, made of the published schema, so that a new axis is in the form by itself. */
export const AXIS_FIELDS: readonly AxisField[] = Object.entries(
  policySchema.properties as unknown as Readonly<Record<string, Schema>>,
)
  .filter(([axis]) => !NO_AXES.has(axis))
  .map(([axis, schema]) => ({ axis, about: schema.description ?? '', ...fieldOf(axis, schema) }))

function fieldOf(axis: string, schema: Schema): Field {
  const simple = simpleField(schema)
  if (simple !== undefined) return simple
  const { properties, additionalProperties, items } = schema
  if (items?.properties?.['match'] !== undefined) return ruleField(items.properties)
  if (properties !== undefined) return { by: 'parts', parts: partsOf(properties), isAlone: ALONE.has(axis) }
  const each = typeof additionalProperties === 'object' ? additionalProperties.properties : undefined
  return each === undefined ? { by: 'text' } : { by: 'each', parts: partsOf(each) }
}

function simpleField(schema: Schema): SimpleField | undefined {
  if (schema.enum !== undefined) return { by: 'choice', choices: schema.enum }
  if (schema.type === 'boolean') return { by: 'switch' }
  if (schema.type === 'number' || schema.type === 'integer') return numberField(schema)
  if (schema.items?.enum !== undefined) return { by: 'several', kept: 'list', choices: schema.items.enum }
  const parts = Object.entries(schema.properties ?? {})
  const areSwitches = parts.length > 0 && parts.every(([, part]) => part.type === 'boolean')
  if (areSwitches) return { by: 'several', kept: 'switches', choices: parts.map(([name]) => name) }
  return namesField(schema)
}

function numberField({ type, minimum, exclusiveMinimum, maximum }: Schema): SimpleField {
  const above = exclusiveMinimum !== undefined && type === 'integer' ? exclusiveMinimum + 1 : undefined
  // What only says that it is a number that can be counted with is no limit that somebody set.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  return { by: 'number', least: minimum ?? above, most }
}

function namesField({ anyOf = [], ...schema }: Schema): SimpleField | undefined {
  const list = [schema, ...anyOf].find(({ items }) => items?.type === 'string')
  const words = anyOf.flatMap((one) => one.enum ?? [])
  return list === undefined ? undefined : { by: 'names', known: list.items?.examples ?? [], words }
}

function partsOf(properties: Readonly<Record<string, Schema>>): readonly Part[] {
  return Object.entries(properties).map(([key, schema]) => ({
    key,
    about: schema.description ?? '',
    field: simpleField(schema) ?? { by: 'text' },
  }))
}

function ruleField(properties: Readonly<Record<string, Schema>>): Field {
  const all = { ...properties, ...properties['match']?.properties }
  const told = Object.fromEntries(Object.entries(all).map(([key, { description = '' }]) => [key, description]))
  return { by: 'rules', told, verdicts: properties['then']?.enum ?? [] }
}
