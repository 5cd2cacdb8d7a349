import { join } from 'node:path'
import { type LoadedCatalog, loadCatalog } from '../../config/load-catalog.ts'
import { parseAs } from '../../config/locate-problems.ts'
import { PresetFile } from '../../config/preset-file.ts'
import { readSource } from '../../config/read-source.ts'
import { PROJECT_FOLDER } from '../../config/workplace.ts'
import { fromFile, HeuristicFile } from '../../frames/declared-heuristic.ts'
import { AppError } from '../../model/errors.ts'
import type { Preset } from '../../policy/catalog.ts'
import { filesBelow } from './files-below.ts'

/** The names that files of a project may refer to. A file that is broken itself still counts, or every use would seem wrong. */
export async function knownNames(root: string): Promise<LoadedCatalog> {
  const folder = join(root, PROJECT_FOLDER)
  const whole = await orUndefined(() => loadCatalog(folder))
  if (whole !== undefined) return whole

  const catalog = await loadCatalog()
  const presets = new Map(catalog.presets)
  for (const { path, name } of await filesBelow(join(folder, 'presets'))) {
    if (!presets.has(name)) presets.set(name, await readPreset(path, name))
  }
  const files = await filesBelow(join(folder, 'heuristics'))
  const heuristics = await Promise.all(files.map(({ path }) => orUndefined(() => readHeuristic(path))))
  return { ...catalog, presets, heuristics: [...catalog.heuristics, ...heuristics.filter((one) => one !== undefined)] }
}

async function readPreset(path: string, name: string): Promise<Preset> {
  const file = await orUndefined(async () => parseAs(PresetFile, await readSource(path)))
  return { name, ...(file ?? { sentence: '', policy: {} }) }
}

async function readHeuristic(path: string) {
  return fromFile(parseAs(HeuristicFile, await readSource(path)))
}

/** What cannot be read is told when its own file is checked. */
async function orUndefined<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
