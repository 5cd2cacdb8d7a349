import { join, relative, sep } from 'node:path'
import { PROJECT_FOLDER } from '../../config/workplace.ts'
import { nearest } from '../../model/nearest.ts'
import type { Problem } from '../../model/problem.ts'
import { quote } from '../../model/quote.ts'
import { type FileKind, KIND_FOLDERS } from './file-kind.ts'

/** What a file of a project was meant to be, where its folder is nearly one that is read: `leeway/preset/`. */
export function meantKind(path: string, root: string): FileKind | undefined {
  const folder = folderOf(path, root)
  return folder === undefined ? undefined : KIND_FOLDERS.get(meantFolder(folder) ?? '')
}

/** The folders of a project that nobody reads because of a slip in their names, each told once. */
export function misspeltFolders(paths: readonly string[], root: string): readonly Problem[] {
  const folders = new Set(paths.map((path) => folderOf(path, root)).filter((folder) => folder !== undefined))
  return [...folders].flatMap((folder): readonly Problem[] => {
    const meant = meantFolder(folder)
    if (meant === undefined) return []
    const [given, right] = [folder, meant].map((name) => quote(`${PROJECT_FOLDER}/${name}`))
    const message = `The folder ${given} is not read. Did you mean ${right}?`
    return [{ code: 'unknown_name', message, path: '', file: join(root, PROJECT_FOLDER, folder) }]
  })
}

/** The folder right below the project's own in which a file stands. */
function folderOf(path: string, root: string): string | undefined {
  const [folder, ...rest] = relative(join(root, PROJECT_FOLDER), path).split(sep)
  return folder === '..' || rest.length === 0 ? undefined : folder
}

function meantFolder(folder: string): string | undefined {
  return KIND_FOLDERS.has(folder) ? undefined : nearest(folder, [...KIND_FOLDERS.keys()])
}
