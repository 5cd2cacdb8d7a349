type Part = Readonly<Record<string, unknown>>

/**
 * How many parts a JSON Schema has once each reference stands for what it refers to; counting ends where there are more than `most`. A few
 * lines that refer to each other twice unfold to more than anybody could ever check a value against.
 */
export function unfoldedSize(schema: Part, most: number): number {
  const open: unknown[] = [schema]
  let count = 0
  while (open.length > 0 && count <= most) {
    const part = open.pop()
    if (!isPart(part)) continue
    count += 1
    const { $ref } = part
    if (typeof $ref === 'string') open.push(partAt(schema, $ref))
    for (const key of Object.keys(part)) open.push(part[key])
  }
  return count
}

/** Only what every reader takes to lead to the same place, so that nothing is counted that is not what is followed. */
const REF = /^#(?:\/(\$defs|definitions)\/([^/~%]+))?$/

function partAt(schema: Part, ref: string): unknown {
  const [isTaken, list, name] = REF.exec(ref) ?? []
  if (isTaken === undefined) throw new Error(`$ref is taken as "#/$defs/NAME" alone, and not ${JSON.stringify(ref)}`)
  if (list === undefined || name === undefined) return schema
  const defs = schema[list]
  return isPart(defs) && Object.hasOwn(defs, name) ? defs[name] : undefined
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null
}
