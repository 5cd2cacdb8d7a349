import type { Schema } from '../../src/testing/forge/description.ts'

/** Which fields of an answer are looked at. */
export interface Picks {
  readonly [field: string]: Picks | true
}

/** One request that Leeway makes. */
export interface Used {
  /** What is looked at in the answer; null where nothing is. */
  readonly reads: Picks | null
  /** Status of success, where the source does not say it. */
  readonly status?: string
}

/** Leaves of a schema only what is looked at, so that nobody has to make up the rest. */
export function pick(schema: Schema, picks: Picks | true): Schema {
  if (picks === true) return schema
  if (schema.items !== undefined) return { ...schema, items: pick(schema.items, picks) }
  const properties = Object.entries(picks).map(([name, inner]) => {
    const found = schema.properties?.[name]
    if (found === undefined) throw new Error(`There is no field ${name} in ${JSON.stringify(schema).slice(0, 200)}`)
    return [name, pick(found, inner)] as const
  })
  const required = (schema.required ?? []).filter((name) => name in picks)
  return {
    type: schema.type ?? 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
}

/** The names between braces of a path. */
export function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
