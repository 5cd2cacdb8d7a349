import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'
import { pathFindings } from '../review/path-findings.ts'
import { MODES, type TreeEntry } from '../review/tree-entry.ts'
import { parseTree } from './list-tree.ts'
import type { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

/** The file at a path of a commit or tree; nothing when there is none, or a folder. Its bytes are read by `repository.file`. */
export async function fileAt(repository: Repository, at: Oid, path: string): Promise<TreeEntry | undefined> {
  if (pathFindings(Buffer.from(path)).some(({ code }) => code === 'bad_path')) {
    const message = `${quote(path)} is not a path in a repository: it is relative, with "/" between names, and without "." and "..".`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/path' }])
  }
  const entries = parseTree(await repository.run(['ls-tree', '-z', '-l', '--full-tree', at, '--', path]))
  return entries.find((entry) => Buffer.from(entry.path).toString('utf8') === path)
}

/** The same for what has bytes of its own: not another repository. */
export async function blobAt(repository: Repository, at: Oid, path: string): Promise<TreeEntry | undefined> {
  const found = await fileAt(repository, at, path)
  return found?.mode === MODES.repository ? undefined : found
}
