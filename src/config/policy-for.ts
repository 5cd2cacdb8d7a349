import { AXES, type AxisName } from '../policy/axes.ts'
import { type AxisOrigin, configure } from '../policy/configure.ts'
import type { Policy } from '../policy/policy.ts'
import { layersFor, type PlacedLayer } from './layers.ts'
import type { LoadedCatalog } from './load-catalog.ts'
import { type PolicyRequest, parsePolicyRequest } from './policy-request.ts'
import type { Source } from './read-source.ts'
import type { Workplace } from './workplace.ts'

/** Where a value was said: a file with its line, or the name of a variable or request. */
export interface Origin {
  readonly said: string
  readonly line?: number
  /** Who chose the preset in which it is said, and where. */
  readonly by?: { readonly said: string; readonly line?: number } | undefined
  /** The layer's part: standard, project, a variable, program, agent, tenant, job, a ceiling. */
  readonly layer: string
}

/** A policy with the origin of every value; several where a ceiling was mixed in. */
export interface PolicyWithOrigins {
  readonly policy: Policy
  readonly origins: Readonly<Record<AxisName | 'delegable', readonly Origin[]>>
}

/** The policy that a job gets here, and where each of its values was said. */
export function policyFor(workplace: Workplace, request: PolicyRequest): PolicyWithOrigins {
  const placed = layersFor(workplace, parsePolicyRequest(request))
  return withOrigins(placed, workplace.catalog)
}

/** Lays layers over each other and finds the line behind every value. */
export function withOrigins(
  placed: { readonly layers: readonly PlacedLayer[]; readonly ceilings: readonly PlacedLayer[] },
  catalog: LoadedCatalog,
): PolicyWithOrigins {
  const { policy, origins } = configure(placed, catalog)
  const layers = new Map([...placed.layers, ...placed.ceilings].map((layer) => [layer.id, layer]))
  const names = [...AXES.map((axis) => axis.name), 'delegable'] as const
  const found = names.map((name) => [name, origins[name].map((origin) => originOf(origin, name, { layers, catalog }))])
  return { policy, origins: Object.fromEntries(found) as PolicyWithOrigins['origins'] }
}

interface Known {
  readonly layers: ReadonlyMap<string, PlacedLayer>
  readonly catalog: LoadedCatalog
}

function originOf({ layer: id, preset }: AxisOrigin, axis: string, { layers, catalog }: Known): Origin {
  const place = layers.get(id)?.place
  const file = preset === null ? undefined : catalog.files.get(preset)
  if (file !== undefined) {
    const by = place === undefined ? { said: id } : lineIn(place.source, `${place.at}/preset`)
    return { ...lineIn(file, `/policy/${axis}`), layer: id, by: preset === id ? undefined : by }
  }
  return place === undefined ? { said: id, layer: id } : { ...lineIn(place.source, `${place.at}/${axis}`), layer: id }
}

function lineIn(source: Source, at: string): { readonly said: string; readonly line: number } {
  return { said: source.path, line: source.locate(at).line }
}
