import { join } from 'node:path'
import type { AnyHeuristic } from '../frames/heuristic.ts'
import { addHeuristic, BUILT_IN_HEURISTICS } from '../frames/heuristics.ts'
import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'
import type { Catalog } from '../policy/catalog.ts'
import { builtInPresets } from './built-in.ts'
import { inSource, parseAs } from './locate-problems.ts'
import { PresetFile } from './preset-file.ts'
import { type NamedSource, readFolder } from './read-folder.ts'
import type { Source } from './read-source.ts'

/** A catalog, and the file behind each preset. */
export interface LoadedCatalog extends Catalog {
  readonly files: ReadonlyMap<string, Source>
}

/** Reads the presets and heuristics of the product and, after them, those in a project's folder `leeway`. */
export async function loadCatalog(folder?: string): Promise<LoadedCatalog> {
  const own = folder === undefined ? [] : await readFolder(join(folder, 'presets'))
  const heuristics = folder === undefined ? [] : await readFolder(join(folder, 'heuristics'))
  refuseTaken(own)
  const presets = [...builtInPresets, ...own.map(readPreset)]
  return {
    presets: new Map(presets.map(({ name, value }) => [name, { name, ...value }])),
    files: new Map(presets.map(({ name, source }) => [name, source])),
    heuristics: await withOwn(heuristics),
  }
}

function readPreset({ name, source }: NamedSource) {
  return { name, source, value: parseAs(PresetFile, source) }
}

/** The product's heuristics and, after them, those of files. */
async function withOwn(files: readonly NamedSource[]): Promise<readonly AnyHeuristic[]> {
  if (files.length === 0) return BUILT_IN_HEURISTICS
  const { fromFile, HeuristicFile } = await import('../frames/declared-heuristic.ts')
  return files.reduce<readonly AnyHeuristic[]>((all, { source }) => {
    const own = fromFile(parseAs(HeuristicFile, source))
    return inSource(source, '', () => addHeuristic(all, own))
  }, BUILT_IN_HEURISTICS)
}

/** A project may add presets; it may not quietly change what a published name means, nor make its short form unclear. */
function refuseTaken(own: readonly NamedSource[]): void {
  const names = new Set(builtInPresets.map((file) => bare(file.name)))
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
