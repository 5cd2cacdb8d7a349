/** What was found in a value, and where it stands. */
export interface FoundIn<What> {
  readonly what: What
  readonly path: readonly string[]
}

/**
 * The first part of a value, itself included, of which there is something to say. Every question comes by here, and almost none has any, so
 * a path is made only where something is found. What is nested without end is refused before.
 */
export function findIn<What>(value: unknown, look: (part: unknown) => What | undefined): FoundIn<What> | undefined {
  const what = look(value)
  if (what !== undefined) return { what, path: [] }
  if (typeof value !== 'object' || value === null) return undefined
  for (const key of Object.keys(value)) {
    const found = findIn((value as Readonly<Record<string, unknown>>)[key], look)
    if (found !== undefined) return { what: found.what, path: [key, ...found.path] }
  }
  return undefined
}
