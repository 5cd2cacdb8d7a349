import { loadCatalog } from '../config/load-catalog.ts'
import { Gate, type GateInput } from '../model/gate.ts'
import { compilePolicy } from '../policy/compile.ts'
import { decide } from '../policy/decide.ts'
import { resolvePolicy } from '../policy/resolve.ts'

/** The product's own catalog, read once for all tests of a file. */
export const catalog = await loadCatalog()

/** Decides a gate as callers write it under a policy as people write it. */
export function decideUnder(policy: unknown, gate: GateInput) {
  return decide(compilePolicy(resolvePolicy(policy, catalog), catalog), Gate.parse(gate))
}
