import { MODES, type TreeEntry } from '../review/tree-entry.ts'
import { linkOf } from './commit-links.ts'
import type { Oid } from './oid.ts'
import { FOLDER, readTree } from './read-tree.ts'
import type { Repository } from './repository.ts'

/** Some ten thousand names, which are read without keeping others waiting. */
const MAX_BYTES = 1024 * 1024

/** How git writes them. What was written another way is for git to read. */
const WRITTEN: ReadonlySet<string> = new Set([FOLDER, ...Object.values(MODES)])

/** The entries of one folder by the bytes of their names, told by the git that is open anyway. Nothing where it is not there, large or odd. */
export async function openFolder(
  { objects }: Repository,
  tree: string,
): Promise<ReadonlyMap<string, TreeEntry> | undefined> {
  const found = await objects.info(tree)
  if (found?.type !== 'tree' || found.size > MAX_BYTES) return undefined
  const { bytes } = (await objects.contents(tree)) ?? {}
  const entries = bytes && readTree(bytes)
  return entries && [...entries.values()].every(({ mode }) => WRITTEN.has(mode)) ? entries : undefined
}

/** The tree that a commit has; a tree itself. Nothing where it is neither, or not there. */
export async function treeAt(repository: Repository, at: Oid): Promise<string | undefined> {
  const found = await repository.objects.info(at)
  if (found?.type === 'tree') return at
  if (found?.type !== 'commit') return undefined
  return linkOf(repository, at).then(
    ({ tree }) => tree,
    () => undefined,
  )
}
