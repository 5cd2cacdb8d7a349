import canonicalize from 'canonicalize'
import type { LogEvent } from '../../compose.ts'
import { openCatalog } from '../../config/workplace.ts'
import type { Catalog } from '../../policy/catalog.ts'
import { digestOf, type Policy } from '../../policy/policy.ts'
import { resolvePolicy } from '../../policy/resolve.ts'

/** What people call the policy with a digest; undefined where no preset says the same, or nearly so. */
export type NameOf = (digest: string) => string | undefined

/** More than this differs from anything, and is no name. */
const MOST_DIFFERENT = 3

/** Names policies by the presets that are known in a folder; those that were written down in the log also by what differs. */
export async function policyNames(root: string, events: readonly LogEvent[]): Promise<NameOf> {
  // What is configured badly is told elsewhere; a digest is a name too.
  const catalog = await openCatalog(root).catch(() => undefined)
  if (catalog === undefined) return () => undefined
  const presets = [...catalog.presets.keys()].sort().map((name) => presetOf(name, catalog))
  const said = new Map(events.flatMap(({ data }) => policyIn(data)).map((policy) => [digestOf(policy), policy]))
  return (digest) => {
    const same = presets.filter((preset) => preset.digest === digest).map(({ name }) => name)
    if (same.length > 0) return same.join(' or ')
    const policy = said.get(digest)
    return policy && nearest(policy, presets)
  }
}

interface Named {
  readonly name: string
  readonly policy: Policy
  readonly digest: string
}

function presetOf(name: string, catalog: Catalog): Named {
  const policy = resolvePolicy(name, catalog)
  return { name, policy, digest: digestOf(policy) }
}

/** Starting a job writes its policy down, and so does changing it. */
function policyIn(data: unknown): readonly Policy[] {
  const found = typeof data === 'object' && data !== null && 'policy' in data ? data.policy : undefined
  return typeof found === 'object' && found !== null && 'phase_stops' in found ? [found as Policy] : []
}

function nearest(policy: Policy, presets: readonly Named[]): string | undefined {
  const [first] = presets
    .map(({ name, policy: other }) => ({ name, differs: differing(policy, other) }))
    .filter(({ differs }) => differs.length <= MOST_DIFFERENT)
    .sort((one, other) => one.differs.length - other.differs.length)
  return first && `like ${first.name} but for ${first.differs.join(', ')}`
}

function differing(one: Policy, other: Policy): readonly string[] {
  const axes = Object.keys(one) as (keyof Policy)[]
  return axes.filter((axis) => canonicalize(one[axis]) !== canonicalize(other[axis]))
}
