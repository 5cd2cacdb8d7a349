import { type Autonomy, documentOf } from '../../config/autonomy.ts'
import { type LoadedCatalog, loadCatalog } from '../../config/load-catalog.ts'
import { parseGate } from '../../model/parse-gate.ts'
import { compilePolicy } from '../../policy/compile.ts'
import { decide } from '../../policy/decide.ts'
import { resolvePolicy } from '../../policy/resolve.ts'

/** Whether work of a type goes to a person at this level or under this policy. An unknown level is an error, never a no. */
export async function shouldCheckpoint(level: Autonomy, type: string, catalog?: LoadedCatalog): Promise<boolean> {
  const known = catalog ?? (await loadCatalog())
  const policy = resolvePolicy(documentOf(level, 'workers', known), known)
  return decide(compilePolicy(policy, known), parseGate({ kind: 'checkpoint', type })).verdict !== 'allow'
}
