import type { LogEvent } from '../../compose.ts'
import { openCatalog } from '../../config/workplace.ts'
import { digestOf, type Policy } from '../../policy/policy.ts'
import { policyNamer, policyNameText, presetsOf } from '../../policy/policy-name.ts'

/** What people call the policy with a digest; undefined where no preset says the same, or nearly so. */
export type NameOf = (digest: string) => string | undefined

/** Names policies by the presets that are known in a folder; those that were written down in the log also by what differs. */
export async function policyNames(root: string, events: readonly LogEvent[]): Promise<NameOf> {
  // What is configured badly is told elsewhere; a digest is a name too.
  const catalog = await openCatalog(root).catch(() => undefined)
  if (catalog === undefined) return () => undefined
  const name = policyNamer(catalog)
  const said = new Map(events.flatMap(({ data }) => policyIn(data)).map((policy) => [digestOf(policy), policy]))
  return (digest) => {
    const same = presetsOf(digest, catalog)
    if (same.length > 0) return policyNameText({ presets: same, differs: [] })
    const policy = said.get(digest)
    const like = policy && name(policy)
    return like && policyNameText(like)
  }
}

/** Starting a job writes its policy down, and so does changing it. */
function policyIn(data: unknown): readonly Policy[] {
  const found = typeof data === 'object' && data !== null && 'policy' in data ? data.policy : undefined
  return typeof found === 'object' && found !== null && 'phase_stops' in found ? [found as Policy] : []
}
