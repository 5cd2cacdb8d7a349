import policySchema from '../../schemas/policy.schema.json' with { type: 'json' }

/** How a value of an axis is chosen in a form. */
export type AxisField = { readonly axis: string; readonly about: string } & (
  | { readonly by: 'choice'; readonly choices: readonly string[] }
  | { readonly by: 'switch' }
  | { readonly by: 'number'; readonly least: number | undefined; readonly most: number | undefined }
  /** Some of a few, kept as a list of them or as a switch for each. */
  | { readonly by: 'several'; readonly kept: 'list' | 'switches'; readonly choices: readonly string[] }
  /** Too rich for a form: it is written in YAML. */
  | { readonly by: 'text' }
)

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly description?: string
}

/** Keys of a document that are no axes of their own. */
const NO_AXES: ReadonlySet<string> = new Set(['preset', 'level', 'delegable'])

/** A field for every axis, made of the published schema, so that a new axis is in the form by itself. */
export const AXIS_FIELDS: readonly AxisField[] = Object.entries(
  policySchema.properties as unknown as Readonly<Record<string, Schema>>,
)
  .filter(([axis]) => !NO_AXES.has(axis))
  .map(([axis, schema]) => fieldOf(axis, schema))

function fieldOf(axis: string, schema: Schema): AxisField {
  const field = { axis, about: schema.description ?? '' }
  if (schema.enum !== undefined) return { ...field, by: 'choice', choices: schema.enum }
  if (schema.type === 'boolean') return { ...field, by: 'switch' }
  if (schema.type === 'number' || schema.type === 'integer') {
    return { ...field, by: 'number', least: schema.minimum, most: schema.maximum }
  }
  const several = schema.type === 'array' ? schema.items?.enum : undefined
  if (several !== undefined) return { ...field, by: 'several', kept: 'list', choices: several }
  const parts = Object.entries(schema.properties ?? {})
  const areSwitches = parts.length > 0 && parts.every(([, part]) => part.type === 'boolean')
  if (areSwitches) return { ...field, by: 'several', kept: 'switches', choices: parts.map(([name]) => name) }
  return { ...field, by: 'text' }
}
