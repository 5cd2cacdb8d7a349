import { wholly, within } from '../model/within.ts'
import type { Catalog } from '../policy/catalog.ts'
import { type CompiledPolicy, compilePolicy } from '../policy/compile.ts'
import type { Policy } from '../policy/policy.ts'
import { resolvePolicy } from '../policy/resolve.ts'

const MAX_ENTRIES = 1000
/** What is compiled takes many times the room of its text, so that the text of all kept policies is bounded too. */
const MAX_TEXT = 4 * 1024 * 1024
/** A policy this long is hardly asked twice, and a few of them would push out all others. */
const MAX_KEY = 256 * 1024

/** Compiles each policy of a stream once. Bounded in number and size, because every line may bring a new, large one. */
export class PolicyCache {
  readonly #catalog: Catalog
  readonly #entries = new Map<string, CompiledPolicy>()
  #textLength = 0

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  /** The policy of a request; where in the request it stands is for the error. */
  compiled(policy: unknown, at: string): CompiledPolicy {
    const key = JSON.stringify(policy)
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const fresh = compilePolicy(
      resolveAt(policy, at, (given) => resolvePolicy(given, this.#catalog)),
      this.#catalog,
    )
    this.#keep(key, fresh)
    return fresh
  }

  #keep(key: string, policy: CompiledPolicy): void {
    if (key.length > MAX_KEY) return
    if (this.#entries.size >= MAX_ENTRIES || this.#textLength + key.length > MAX_TEXT) {
      this.#entries.clear()
      this.#textLength = 0
    }
    this.#entries.set(key, policy)
    this.#textLength += key.length
  }
}

/** Resolves a policy that is part of a larger request. */
export function resolveAt(policy: unknown, at: string, resolve: (policy: unknown) => Policy): Policy {
  return typeof policy === 'string' ? wholly(at, () => resolve(policy)) : within(at, () => resolve(policy))
}
