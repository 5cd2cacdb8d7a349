import { wholly, within } from '../model/within.ts'
import type { Catalog } from '../policy/catalog.ts'
import { type CompiledPolicy, compilePolicy } from '../policy/compile.ts'
import type { Policy } from '../policy/policy.ts'
import { resolvePolicy } from '../policy/resolve.ts'

const MAX_ENTRIES = 1000

/** Compiles each policy of a stream once. Bounded, because a stream may bring a new one with every line. */
export class PolicyCache {
  readonly #catalog: Catalog
  readonly #entries = new Map<string, CompiledPolicy>()

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  /** The policy of a request; where in the request it stands is for the error. */
  compiled(policy: unknown, at: string): CompiledPolicy {
    const key = JSON.stringify(policy)
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear()
    const fresh = compilePolicy(
      resolveAt(policy, at, (given) => resolvePolicy(given, this.#catalog)),
      this.#catalog,
    )
    this.#entries.set(key, fresh)
    return fresh
  }
}

/** Resolves a policy that is part of a larger request. */
export function resolveAt(policy: unknown, at: string, resolve: (policy: unknown) => Policy): Policy {
  return typeof policy === 'string' ? wholly(at, () => resolve(policy)) : within(at, () => resolve(policy))
}
