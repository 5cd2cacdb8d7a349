import { AXES, type AxisName } from './axes.ts'
import type { Catalog } from './catalog.ts'
import { boundBy } from './meet.ts'
import { layersOf, overlay, standardPolicy } from './overlay.ts'
import { PHASE_SETTINGS } from './phase-settings.ts'
import type { Policy } from './policy.ts'
import type { PolicyDocument } from './policy-document.ts'

/** One place that has a say about a policy: a file, a variable, a request. */
export interface ConfigLayer {
  /** Names the place, so that whoever gathered the layers can find it again. */
  readonly id: string
  readonly document: PolicyDocument
}

/** Where the value of an axis was said. */
export interface AxisOrigin {
  /** The id of the layer. */
  readonly layer: string
  /** The preset that the layer took it from; null when the layer says it itself. */
  readonly preset: string | null
}

type Named = AxisName | 'delegable'

/** A policy, and for every axis the places its value came from: more than one where ceilings were mixed in. */
export interface Configured {
  readonly policy: Policy
  readonly origins: Readonly<Record<Named, readonly AxisOrigin[]>>
}

/** What is laid over what, lowest first, and the ceilings that nothing may exceed. */
export interface Layering {
  /** The first one has to name every axis. */
  readonly layers: readonly ConfigLayer[]
  readonly ceilings: readonly ConfigLayer[]
}

const NAMES: readonly Named[] = [...AXES.map((axis) => axis.name), 'delegable']

/** Lays all layers over each other, axis by axis, then takes the stricter of that and every ceiling. */
export function configure({ layers, ceilings }: Layering, catalog: Catalog): Configured {
  const policy = layers.reduce((base, { document }) => overlay(base, document, catalog), { delegable: {} } as Policy)
  const last = NAMES.map((name) => [name, originsIn(layers, name, catalog).slice(-1)])
  const origins = Object.fromEntries(last) as Configured['origins']
  return ceilings.reduce<Configured>((below, ceiling) => underCeiling(below, ceiling, catalog), { policy, origins })
}

/** A document speaks of the axes that it names and leaves the others alone; a preset, as everywhere, of all. */
function underCeiling({ policy, origins }: Configured, ceiling: ConfigLayer, catalog: Catalog): Configured {
  const whole = ceiling.document.preset !== undefined
  const bound = whole
    ? overlay(standardPolicy(catalog), ceiling.document, catalog)
    : ceilingOver(policy, ceiling, catalog)
  const lowered = boundBy(policy, bound)
  const changed = NAMES.filter((name) => JSON.stringify(lowered[name]) !== JSON.stringify(policy[name]))
  const added = changed.map((name) => [name, [...origins[name], lastSaid(ceiling, name, catalog)]])
  return { policy: lowered, origins: { ...origins, ...Object.fromEntries(added) } }
}

/** The policy with what the ceiling names, for itself and for what it hands on. */
function ceilingOver(policy: Policy, { document }: ConfigLayer, catalog: Catalog): Policy {
  const ceiling = overlay(policy, document, catalog)
  const named = new Set<string>(
    NAMES.filter((name) => layersOf(document, catalog).some(({ says }) => says[name] !== undefined)),
  )
  // A ceiling on the settings of a run holds in its phases too: phase settings of the policy do not shield from it.
  const isBare = PHASE_SETTINGS.some((name) => named.has(name)) && !named.has('overrides')
  if (isBare) named.add('overrides')
  const own = isBare ? { ...ceiling, overrides: {} } : ceiling
  if (named.has('delegable')) return own
  const handedOn = Object.entries(policy.delegable).filter(([name]) => !named.has(name))
  return { ...own, delegable: Object.fromEntries(handedOn) }
}

/** Where a ceiling says a value. What its preset leaves out, `standard` says; else it follows from what it says itself. */
function lastSaid(ceiling: ConfigLayer, name: Named, catalog: Catalog): AxisOrigin {
  const unsaid = { layer: ceiling.id, preset: ceiling.document.preset === undefined ? null : 'standard' }
  return originsIn([ceiling], name, catalog).at(-1) ?? unsaid
}

function originsIn(layers: readonly ConfigLayer[], name: Named, catalog: Catalog): readonly AxisOrigin[] {
  return layers.flatMap(({ id, document }) =>
    layersOf(document, catalog)
      .filter((layer) => layer.says[name] !== undefined)
      .map(({ preset }) => ({ layer: id, preset })),
  )
}
