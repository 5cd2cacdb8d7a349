import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

/** The bytes' name of the file at a path of a commit; nothing when there is none, or it is a folder or another repository. */
export async function findFile(repository: Repository, commit: Oid, path: string): Promise<Oid | undefined> {
  if (path === '' || path.includes('\0')) return undefined
  const said = await repository.run(['ls-tree', '-z', '--full-tree', commit, '--', path])
  const [, object, found] = /^\d{6} blob ([0-9a-f]{40})\t([^\0]*)\0$/.exec(said.toString()) ?? []
  return found === path ? Oid.parse(object) : undefined
}
