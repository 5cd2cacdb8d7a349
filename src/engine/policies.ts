import type { Catalog } from '../policy/catalog.ts'
import { type CompiledPolicy, compilePolicy } from '../policy/compile.ts'
import { effectivePolicy } from '../policy/meet.ts'
import type { Policy } from '../policy/policy.ts'

const MAX_KEPT = 1000

/** Works out what really holds for a job, and keeps it: the same policies under the same ancestors always give the same. */
export class Policies {
  readonly #catalog: Catalog
  readonly #kept = new Map<string, CompiledPolicy>()

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  /** The job's own policy, bound by what each of its ancestors may hand on. */
  effective(own: Named, ancestors: readonly Named[]): CompiledPolicy {
    const key = [own, ...ancestors].map(({ digest }) => digest).join()
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const bound = effectivePolicy(
      own.policy,
      ancestors.map(({ policy }) => policy),
    )
    const compiled = compilePolicy(structuredClone(bound), this.#catalog)
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
    this.#kept.set(key, compiled)
    return compiled
  }
}

/** A policy and the digest that it is stored under. */
export interface Named {
  readonly digest: string
  readonly policy: Policy
}
