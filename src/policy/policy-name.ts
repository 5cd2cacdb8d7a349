import canonicalize from 'canonicalize'
import type { Catalog } from './catalog.ts'
import { digestOf, type Policy } from './policy.ts'
import { resolvePolicy } from './resolve.ts'

/** What people call a policy: presets that say the same, or the nearest one and the axes on which it differs. */
export interface PolicyName {
  readonly presets: readonly string[]
  readonly differs: readonly string[]
}

/** More than this differs from anything, and is no name. */
const MOST_DIFFERENT = 3

/** Names policies by the presets of a catalog; one that is like none has no name. */
export function policyNamer(catalog: Catalog): (policy: Policy) => PolicyName | undefined {
  const presets = [...catalog.presets.keys()].sort().map((name) => ({ name, policy: resolvePolicy(name, catalog) }))
  return (policy) => {
    const same = presets.filter((preset) => differing(policy, preset.policy).length === 0).map(({ name }) => name)
    if (same.length > 0) return { presets: same, differs: [] }
    const [nearest] = presets
      .map(({ name, policy: other }) => ({ name, differs: differing(policy, other) }))
      .filter(({ differs }) => differs.length <= MOST_DIFFERENT)
      .sort((one, other) => one.differs.length - other.differs.length)
    return nearest && { presets: [nearest.name], differs: nearest.differs }
  }
}

/** The presets of a catalog that a digest names. */
export function presetsOf(digest: string, catalog: Catalog): readonly string[] {
  return [...catalog.presets.keys()].sort().filter((name) => digestOf(resolvePolicy(name, catalog)) === digest)
}

/** A name as it is said. */
export function policyNameText({ presets, differs }: PolicyName): string {
  return differs.length === 0 ? presets.join(' or ') : `like ${presets.join(' or ')} but for ${differs.join(', ')}`
}

function differing(one: Policy, other: Policy): readonly string[] {
  const axes = Object.keys(one) as (keyof Policy)[]
  return axes.filter((axis) => canonicalize(one[axis]) !== canonicalize(other[axis]))
}
