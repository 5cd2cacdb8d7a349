/** As a disk reads a name that takes no notice of case, and of how a letter is put together. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** A path and the folders above it. */
function namesIn(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/**
 * Which of some paths, or folders above them, a disk may take for another one of the tree: one of both would be written over the other.
 * Gives the other name by path.
 */
export function sameNames(paths: readonly string[], all: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map<string, Set<string>>()
  for (const name of new Set(all.flatMap(namesIn))) {
    const alike = known.get(folded(name)) ?? new Set()
    known.set(folded(name), alike.add(name))
  }
  const found = new Map<string, string>()
  for (const path of paths) {
    const others = namesIn(path).flatMap((name) => [...(known.get(folded(name)) ?? [])].filter((one) => one !== name))
    const [other] = others
    if (other !== undefined) found.set(path, other)
  }
  return found
}
