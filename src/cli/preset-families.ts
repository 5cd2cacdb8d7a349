import type { LoadedCatalog } from '../config/load-catalog.ts'
import { VERDICTS } from '../model/verdict.ts'
import type { Preset } from '../policy/catalog.ts'
import { compilePolicy } from '../policy/compile.ts'
import type { PolicyDocument } from '../policy/policy-document.ts'
import { resolvePolicy } from '../policy/resolve.ts'
import { type Route, routesUnder } from './routes.ts'
import { isOwnFile, shownPath } from './text/shown-path.ts'

/** A preset as it is shown: what it says, where it stands, and what it does to typical work. */
export interface ShownPreset {
  readonly name: string
  readonly sentence: string
  readonly when?: string
  readonly file: string
  /** Whether it is this project's own and not the product's. */
  readonly own: boolean
  readonly policy: PolicyDocument
  readonly routes: readonly Route[]
}

/** What the presets of each of the product's families are about, in the order in which they are shown. */
export const FAMILIES: ReadonlyMap<string, string> = new Map([
  ['', 'where every policy starts'],
  ['workers', 'which types of checkpoint ask'],
  ['jobs', 'after which phases of a job you look'],
  ['runs', 'how often a run checks in, and what it tolerates'],
  ['threads', 'how far a thread goes by itself, and at what risk'],
  ['frames', 'who opens and closes frames'],
])

/** One preset with all that can be shown of it. */
export function showPreset(preset: Preset, catalog: LoadedCatalog, folder: string): ShownPreset {
  const { name, sentence, when, policy } = preset
  const path = catalog.files.get(name)?.path ?? name
  return {
    name,
    sentence,
    ...(when === undefined ? {} : { when }),
    file: shownPath(path, folder),
    own: !isOwnFile(path),
    policy,
    routes: routesUnder(compilePolicy(resolvePolicy(name, catalog), catalog)),
  }
}

/** The presets by family: the product's families first, and in each the freest preset first. */
export function byFamily(presets: readonly ShownPreset[]): readonly (readonly [string, readonly ShownPreset[]])[] {
  const families = Map.groupBy(
    presets.toSorted((a, b) => strictness(a) - strictness(b)),
    (preset) => familyOf(preset.name),
  )
  return [...families].sort(([a], [b]) => rankOf(a) - rankOf(b))
}

function familyOf(preset: string): string {
  return preset.slice(0, Math.max(0, preset.indexOf('/')))
}

function rankOf(family: string): number {
  const rank = [...FAMILIES.keys()].indexOf(family)
  return rank === -1 ? FAMILIES.size : rank
}

/** How much is in the way of typical work. */
function strictness({ routes }: ShownPreset): number {
  const verdicts = routes.flatMap(({ stops }) => stops.map(({ verdict }) => VERDICTS.indexOf(verdict)))
  return verdicts.reduce((sum, rank) => sum + rank, 0)
}
