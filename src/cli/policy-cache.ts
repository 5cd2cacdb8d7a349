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

/**
 * Compiles each policy of a stream that comes again once more, and then no more. One that never comes again, as every line may
 * bring, is let go at once, so that memory stays flat.
 */
export class PolicyCache {
  readonly #catalog: Catalog
  readonly #seen = new ByText<true>()
  readonly #kept = new ByText<CompiledPolicy>()

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  /** The policy of a request; where in the request it stands is for the error. */
  compiled(policy: unknown, at: string): CompiledPolicy {
    // The text of a name begins with a quote, and that of anything else does not.
    const key = typeof policy === 'string' ? `"${policy}` : JSON.stringify(policy)
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const fresh = compilePolicy(
      resolveAt(policy, at, (given) => resolvePolicy(given, this.#catalog)),
      this.#catalog,
    )
    if (this.#seen.get(key)) this.#kept.set(key, fresh)
    else this.#seen.set(key, true)
    return fresh
  }
}

/** Values by their text, bounded in number and size: when it is full, it begins anew. */
class ByText<Value> {
  readonly #values = new Map<string, Value>()
  #length = 0

  get(text: string): Value | undefined {
    return this.#values.get(text)
  }

  set(text: string, value: Value): void {
    if (text.length > MAX_KEY) return
    if (this.#values.size >= MAX_ENTRIES || this.#length + text.length > MAX_TEXT) {
      this.#values.clear()
      this.#length = 0
    }
    this.#values.set(text, value)
    this.#length += text.length
  }
}

/** Resolves a policy that is part of a larger request. */
export function resolveAt(policy: unknown, at: string, resolve: (policy: unknown) => Policy): Policy {
  return typeof policy === 'string' ? wholly(at, () => resolve(policy)) : within(at, () => resolve(policy))
}
