import type { Decision } from '../model/decision.ts'
import type { Gate } from '../model/gate.ts'
import type { CompiledPolicy } from '../policy/compile.ts'
import { decide } from '../policy/decide.ts'

/**
 * Decides, for a decision that will be written down. Its lists are its own and not the frozen ones of the policy: one frozen
 * list makes `JSON.stringify` three times as slow for everything around it.
 */
export function decideToKeep(policy: CompiledPolicy, gate: Gate): Decision {
  const decision = decide(policy, gate)
  const trace = decision.trace.map((entry) =>
    Array.isArray(entry.limit) || Array.isArray(entry.observed)
      ? { ...entry, observed: own(entry.observed), limit: own(entry.limit) }
      : entry,
  )
  const changes = decision.would_allow_if?.map(({ axis, from, to }) => ({ axis, from: own(from), to: own(to) }))
  return { ...decision, trace, would_allow_if: changes ?? null }
}

/** A copy that is not frozen, of a list that may be. */
export function ownList<Item>(list: readonly Item[]): readonly Item[] {
  return list.slice()
}

function own(value: unknown): unknown {
  return Array.isArray(value) ? ownList(value) : value
}
