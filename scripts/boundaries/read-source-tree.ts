import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isModule, type SourceTree } from './module.ts'
import { readImports } from './read-imports.ts'

const ROOTS = ['src', 'cockpit']
const NOT_OURS = new Set(['node_modules', 'dist'])

/** Reads the source tree under a folder: the modules by one walk, the files that exist by another. */
export function readSourceTree(root: string): SourceTree {
  const files = ROOTS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) => walk(root, folder))
  return {
    modules: files.map((file) => readImports(file, readFileSync(join(root, file), 'utf8'))),
    filesOnDisk: filesOnDisk(root),
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : walk(root, path)
    return isModule(path) ? [path] : []
  })
}

function filesOnDisk(root: string): Set<string> {
  const entries = globSync(`{${ROOTS.join(',')}}/**`, { cwd: root, withFileTypes: true })
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep))
  return new Set(paths.filter((parts) => !parts.some((part) => NOT_OURS.has(part))).map((parts) => parts.join('/')))
}
