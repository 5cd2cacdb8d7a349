import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { readSource, type Source } from './read-source.ts'

/** A file of a folder, and its name there: `jobs/full` for `jobs/full.yaml`. */
export interface NamedSource {
  readonly name: string
  readonly source: Source
}

const EXTENSIONS = ['.yaml', '.yml', '.json']

/** Every YAML and JSON file below a folder, in the order of their names; a folder that is not there holds none. */
export async function readFolder(folder: string): Promise<readonly NamedSource[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing)
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const wanted = paths.filter((path) => EXTENSIONS.includes(extname(path))).sort()
  return Promise.all(wanted.map(async (path) => ({ name: nameIn(folder, path), source: await readSource(path) })))
}

function nameIn(folder: string, path: string): string {
  return relative(folder, path).slice(0, -extname(path).length).split(sep).join('/')
}

function noneIfMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return []
  throw error
}
