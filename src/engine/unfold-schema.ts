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

/** Where a reference leads within its own schema; nothing where it leads elsewhere, which nobody follows. */
function partAt(schema: Part, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined
  const steps = ref.split('/').slice(1)
  return steps.reduce<unknown>((part, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return isPart(part) && Object.hasOwn(part, key) ? part[key] : undefined
  }, schema)
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null
}
