import type { TreeEntry } from '../review/tree-entry.ts'
import type { GitOptions } from './git.ts'
import type { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]{40}) +(\d+|-)$/
/** Some hundred thousand files. A tree that repeats itself can list billions, and is stopped here. */
const MAX_BYTES = 32 * 1024 * 1024

/** Every file of a tree, folders opened, in git's order. */
export async function listTree(
  repository: Repository,
  tree: Oid,
  options: GitOptions = {},
): Promise<readonly TreeEntry[]> {
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', tree]
  return parseTree(await repository.run(args, { maxBytes: MAX_BYTES, ...options }))
}

/** Reads what `git ls-tree -z -l` writes; folders are left out. */
export function parseTree(output: Uint8Array): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < output.length; ) {
    const tab = output.indexOf(9, at)
    const end = output.indexOf(0, tab)
    const [, mode = '', type = '', object = '', size = ''] =
      ENTRY.exec(Buffer.from(output.subarray(at, tab)).toString('latin1')) ?? []
    if (mode === '') throw new Error('Git listed a tree in a way that can not be read.')
    const path = Uint8Array.from(output.subarray(tab + 1, end))
    if (type !== 'tree') entries.push({ path, mode, object, ...(size === '-' ? {} : { size: Number(size) }) })
    at = end + 1
  }
  return entries
}
