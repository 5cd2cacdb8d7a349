/** Routes of one shape of path: by the next part, by a name in its place, and what is here by method. */
interface Branch<Target> {
  readonly literal: Map<string, Branch<Target>>
  named: Branch<Target> | undefined
  readonly here: Map<string, Route<Target>>
}

interface Route<Target> {
  readonly target: Target
  readonly names: readonly string[]
}

/** What a path leads to. */
export interface Found<Target> {
  readonly target: Target
  readonly params: Readonly<Record<string, string>>
}

/** Finds what a path leads to, part by part; what is written out goes before what is named. */
export class Router<Target> {
  readonly #root: Branch<Target> = branch()

  /** `:name` in the path stands for any one part. */
  add(method: string, path: string, target: Target): void {
    const parts = path.slice(1).split('/')
    let at = this.#root
    for (const part of parts) at = part.startsWith(':') ? named(at) : literal(at, part)
    at.here.set(method, { target, names: parts.filter(isName).map((part) => part.slice(1)) })
  }

  find(method: string, path: string): Found<Target> | undefined {
    for (const { at, values } of ends(this.#root, path)) {
      const route = at.here.get(method)
      if (route === undefined) continue
      const { target, names } = route
      return { target, params: Object.fromEntries(names.map((name, index) => [name, decoded(values[index] ?? '')])) }
    }
    return undefined
  }

  /** The methods that a path answers to. */
  methodsAt(path: string): readonly string[] {
    return [...new Set(ends(this.#root, path).flatMap(({ at }) => [...at.here.keys()]))]
  }
}

interface End<Target> {
  readonly at: Branch<Target>
  readonly values: readonly string[]
}

/** Every end of the tree that the path leads to, the one with more of it written out first. */
function ends<Target>(root: Branch<Target>, path: string): readonly End<Target>[] {
  let reached: readonly End<Target>[] = [{ at: root, values: [] }]
  for (const part of path.slice(1).split('/')) {
    reached = reached.flatMap(({ at, values }) => {
      const spelled = at.literal.get(part)
      return [
        ...(spelled === undefined ? [] : [{ at: spelled, values }]),
        ...(at.named === undefined || part === '' ? [] : [{ at: at.named, values: [...values, part] }]),
      ]
    })
    if (reached.length === 0) break
  }
  return reached.filter(({ at }) => at.here.size > 0)
}

function isName(part: string): boolean {
  return part.startsWith(':')
}

function branch<Target>(): Branch<Target> {
  return { literal: new Map(), named: undefined, here: new Map() }
}

function named<Target>(at: Branch<Target>): Branch<Target> {
  at.named ??= branch()
  return at.named
}

function literal<Target>(at: Branch<Target>, part: string): Branch<Target> {
  const known = at.literal.get(part) ?? branch()
  at.literal.set(part, known)
  return known
}

/** What is no encoding stays as it was sent, and fits no name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
