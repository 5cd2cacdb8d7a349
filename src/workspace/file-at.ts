import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'
import { pathFindings } from '../review/path-findings.ts'
import { MODES, type TreeEntry } from '../review/tree-entry.ts'
import { parseTree } from './list-tree.ts'
import type { Oid } from './oid.ts'
import { openFolder, treeAt } from './open-folder.ts'
import { FOLDER } from './read-tree.ts'
import type { Repository } from './repository.ts'

/** The file at a path of a commit or tree; nothing when there is none, or a folder. Its bytes are read by `repository.file`. */
export async function fileAt(repository: Repository, at: Oid, path: string): Promise<TreeEntry | undefined> {
  if (pathFindings(Buffer.from(path)).some(({ code }) => code === 'bad_path')) {
    const message = `${quote(path)} is not a path in a repository: it is relative, with "/" between names, and without "." and "..".`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/path' }])
  }
  const found = await look(repository, at, path)
  if (found !== undefined) return found.entry
  const entries = parseTree(await repository.run(['ls-tree', '-z', '-l', '--full-tree', at, '--', path]))
  return entries.find((entry) => Buffer.from(entry.path).toString('utf8') === path)
}

/**
 * Opens one folder after the other by the git that is open anyway, because starting another costs more than all that it does. Nothing where that
 * can't tell: then it is for git to say, also what is wrong.
 */
async function look(
  repository: Repository,
  at: Oid,
  path: string,
): Promise<{ readonly entry: TreeEntry | undefined } | undefined> {
  const names = path.split('/').map((name) => Buffer.from(name).toString('latin1'))
  let folder = await treeAt(repository, at)
  for (const [depth, name] of names.entries()) {
    const entries = folder === undefined ? undefined : await openFolder(repository, folder)
    if (entries === undefined) return undefined
    const entry = entries.get(name)
    if (entry === undefined) return { entry }
    const isLast = depth === names.length - 1
    if (entry.mode !== FOLDER) return isLast ? fileOf(repository, { ...entry, path: Buffer.from(path) }) : undefined
    folder = entry.object
  }
  return { entry: undefined }
}

async function fileOf({ objects }: Repository, entry: TreeEntry) {
  if (entry.mode === MODES.repository) return { entry }
  const { type, size } = (await objects.info(entry.object)) ?? {}
  return type === 'blob' && size !== undefined ? { entry: { ...entry, size } } : undefined
}

/** The same for what has bytes of its own: not another repository. */
export async function blobAt(repository: Repository, at: Oid, path: string): Promise<TreeEntry | undefined> {
  const found = await fileAt(repository, at, path)
  return found?.mode === MODES.repository ? undefined : found
}
