/** Every circle that a walk along the imports closes, as the files on it with the first one repeated at the end. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>()
  const cycles: string[][] = []

  function visit(file: string, path: readonly string[]): void {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return

    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }

  for (const file of graph.keys()) visit(file, [])
  return cycles
}
