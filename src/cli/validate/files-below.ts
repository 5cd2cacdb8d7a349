import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

/** A file, and its name in the folder: `jobs/full` for `jobs/full.yaml`. */
export interface FoundFile {
  readonly path: string
  readonly name: string
}

const EXTENSIONS = ['.yaml', '.yml', '.json']

/** The configuration files below a folder in the order of their names; a folder that is not there holds none. */
export async function filesBelow(folder: string): Promise<readonly FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
  const wanted = paths.filter(
    (path) => EXTENSIONS.includes(extname(path)) && !path.includes(`${sep}node_modules${sep}`),
  )
  return wanted.sort().map((path) => ({
    path,
    name: relative(folder, path).slice(0, -extname(path).length).split(sep).join('/'),
  }))
}
