/** A JSON Schema, or one in it. `true` takes everything, and `false` nothing. */
export type Part = boolean | Words
/** What a part says, keyword by keyword. */
export type Words = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Words {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Only what every reader takes to lead to the same place. */
const REF = /^#(?:\/(\$defs|definitions)\/([^/~%]+))?$/

/** The part that a reference leads to. */
export function partAt(root: Words, ref: string): Part {
  const [isTaken, list, name] = REF.exec(ref) ?? []
  if (isTaken === undefined) throw new Error(`$ref is taken as "#/$defs/NAME" alone, and not ${JSON.stringify(ref)}`)
  if (list === undefined || name === undefined) return root
  const parts = own(root, list)
  const part = isObject(parts) ? own(parts, name) : undefined
  if (typeof part !== 'boolean' && !isObject(part)) throw new Error(`$ref leads to nothing: ${JSON.stringify(ref)}`)
  return part
}

/** Never what every object has from its kind, such as `toString`. */
export function own(object: Words, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
