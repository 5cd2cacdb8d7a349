import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromFile, HeuristicFile } from '../frames/declared-heuristic.ts'
import type { AnyHeuristic } from '../frames/heuristic.ts'
import { addHeuristic, BUILT_IN_HEURISTICS } from '../frames/heuristics.ts'
import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'
import type { Catalog, Preset } from '../policy/catalog.ts'
import { inSource, parseAs } from './locate-problems.ts'
import { PresetFile } from './preset-file.ts'
import { type NamedSource, readFolder } from './read-folder.ts'
import type { Source } from './read-source.ts'

/** A catalog, and the file behind each preset. */
export interface LoadedCatalog extends Catalog {
  readonly files: ReadonlyMap<string, Source>
}

/** Where the product keeps its own presets. */
export const BUILT_IN_PRESETS = fileURLToPath(new URL('../policy/presets', import.meta.url))

/** Reads the presets and heuristics of the product and, after them, those in a project's folder `leeway`. */
export async function loadCatalog(folder?: string): Promise<LoadedCatalog> {
  const builtIn = await readBuiltIn()
  const own = folder === undefined ? [] : await readFolder(join(folder, 'presets'))
  const heuristics = folder === undefined ? [] : await readFolder(join(folder, 'heuristics'))
  refuseTaken(builtIn, own)
  const presets = [...builtIn, ...own.map(readPreset)]
  return {
    presets: new Map(presets.map(({ preset }) => [preset.name, preset])),
    files: new Map(presets.map(({ name, source }) => [name, source])),
    heuristics: heuristics.reduce(addFrom, BUILT_IN_HEURISTICS),
  }
}

/** A preset with the file that it was read from. */
interface ReadPreset extends NamedSource {
  readonly preset: Preset
}

function readPreset({ name, source }: NamedSource): ReadPreset {
  return { name, source, preset: { name, ...parseAs(PresetFile, source) } }
}

let builtInPresets: Promise<readonly ReadPreset[]> | undefined

/** They belong to the product and never change while it runs, so they are read once. */
function readBuiltIn(): Promise<readonly ReadPreset[]> {
  builtInPresets ??= readFolder(BUILT_IN_PRESETS).then((files) => files.map(readPreset))
  return builtInPresets
}

function addFrom(all: readonly AnyHeuristic[], { source }: NamedSource): readonly AnyHeuristic[] {
  const own = fromFile(parseAs(HeuristicFile, source))
  return inSource(source, '', () => addHeuristic(all, own))
}

/** A project may add presets; it may not quietly change what a published name means, nor make its short form unclear. */
function refuseTaken(builtIn: readonly NamedSource[], own: readonly NamedSource[]): void {
  const names = new Set(builtIn.map((file) => bare(file.name)))
  const taken = own.find((file) => names.has(bare(file.name)))
  if (taken === undefined) return
  const message = `The preset name ${quote(bare(taken.name))} belongs to the product. Rename the file.`
  throw new AppError('invalid_input', [
    { code: 'invalid_value', message, path: '', file: taken.source.path, line: 1, column: 1 },
  ])
}

/** The name without its family, by which a preset is found too. */
function bare(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}
