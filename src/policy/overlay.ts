import { AppError } from '../model/errors.ts'
import { AXES, type AxisGivens, type AxisValues } from './axes.ts'
import type { Catalog } from './catalog.ts'
import { deepFreeze } from './deep-freeze.ts'
import { findPreset } from './find-preset.ts'
import { LEVEL_SETTINGS } from './levels.ts'
import { PHASE_SETTINGS } from './phase-settings.ts'
import type { Policy } from './policy.ts'
import type { DelegableDocument, PolicyDocument } from './policy-document.ts'

/** One part of what a document says, and the preset that says it; null for the document's own words. */
export interface DocumentLayer {
  readonly preset: string | null
  readonly says: PolicyDocument
}

/** Lays a document over a complete policy: what the document does not name stays as it is below. */
export function overlay(base: Policy, document: PolicyDocument, catalog: Catalog): Policy {
  const layers = layersOf(document, catalog).map((layer) => layer.says)
  const own = layers.reduce<AxisValues>(layOver, base)
  const delegable = layers.findLast((says) => says.delegable !== undefined)?.delegable
  return { ...own, delegable: delegable === undefined ? base.delegable : handedOn(own, delegable, catalog) }
}

/** What a document is made of, lowest first: its preset (and that one's), its old level, its own words. */
export function layersOf(
  document: PolicyDocument,
  catalog: Catalog,
  from: readonly string[] = [],
): readonly DocumentLayer[] {
  const { preset, level, ...says } = document
  const below = preset === undefined ? [] : presetLayers(preset, catalog, from)
  const by = from.at(-1) ?? null
  const migrated = level === undefined ? [] : [{ preset: by, says: LEVEL_SETTINGS[level] }]
  return [...below, ...migrated, { preset: by, says }]
}

function presetLayers(name: string, catalog: Catalog, from: readonly string[]): readonly DocumentLayer[] {
  const preset = findPreset(name, catalog)
  const path = [...from, preset.name]
  if (from.includes(preset.name)) throw refersToItself(path)
  return layersOf(preset.policy, catalog, path)
}

function refersToItself(circle: readonly string[]): AppError {
  const message = `The presets ${circle.join(' > ')} refer to each other.`
  return new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/preset' }])
}

function layOver(base: AxisValues, layer: AxisGivens): AxisValues {
  const named = AXES.filter((axis) => layer[axis.name] !== undefined)
  return { ...base, ...Object.fromEntries(named.map((axis) => [axis.name, complete(axis, base, layer)])) }
}

function complete(axis: (typeof AXES)[number], base: AxisValues, layer: AxisGivens): unknown {
  const given = layer[axis.name]
  // The list of axes is a union of types here; that value and overlay belong to the same axis is its own file's promise.
  const fill = axis.overlay as ((base: unknown, given: unknown) => unknown) | undefined
  return fill === undefined ? given : fill(base[axis.name], given)
}

/** Every policy keeps what it does not change, so that the parts of `standard` are there once for all of them. */
const standards = new WeakMap<Catalog, Policy>()

/** The policy on which every other stands: the preset `standard`, which has to name every axis. */
export function standardPolicy(catalog: Catalog): Policy {
  const known = standards.get(catalog)
  if (known !== undefined) return known
  const standard = deepFreeze(readStandard(catalog))
  standards.set(catalog, standard)
  return standard
}

function readStandard(catalog: Catalog): Policy {
  const document = catalog.presets.get('standard')?.policy ?? {}
  const missing = AXES.map((axis) => axis.name).filter((name) => document[name] === undefined)
  if (missing.length === 0) return overlay({ delegable: {} } as Policy, document, catalog)
  const message = `The preset "standard" has to name every axis; it lacks ${missing.join(', ')}.`
  throw new AppError('invalid_input', [{ code: 'missing_key', message, path: '' }])
}

/** The values that a policy hands on where they are not its own; what a preset leaves to `standard` stays its own too. */
function handedOn(own: AxisValues, document: DelegableDocument, catalog: Catalog): Partial<AxisValues> {
  const layers = layersOf(document, catalog).map((layer) => layer.says)
  const all = layers.reduce<AxisValues>(layOver, own)
  const named = new Set(AXES.map((axis) => axis.name).filter((name) => layers.some((says) => says[name] !== undefined)))
  // A phase's own settings mean something only beside the run's, so they are handed on together.
  if (PHASE_SETTINGS.some((name) => named.has(name))) named.add('overrides')
  return Object.fromEntries([...named].map((name) => [name, all[name]]))
}
