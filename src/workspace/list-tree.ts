import type { TreeEntry } from '../review/tree-entry.ts'
import type { Oid } from './oid.ts'
import { openFolder, treeAt } from './open-folder.ts'
import { FOLDER } from './read-tree.ts'
import type { Repository } from './repository.ts'

const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]{40})(?: +(\d+|-))?$/
/** Some hundred thousand files. A tree that repeats itself can list billions, and is stopped here. */
const MAX_BYTES = 32 * 1024 * 1024

/** What is opened folder by folder; for more than that one process costs less than so many questions. */
const MOST_OPENED = 32

/** Every file of a tree or a commit, folders opened, in git's order. */
export async function listTree(repository: Repository, at: Oid): Promise<readonly TreeEntry[]> {
  const tree = await treeAt(repository, at)
  const walked = tree && (await new Walk(repository).open(tree))
  if (walked) return walked
  return parseTree(await repository.run(['ls-tree', '-r', '-z', '--full-tree', at], { maxBytes: MAX_BYTES }))
}

const NOWHERE = Buffer.alloc(0)
const SLASH = Buffer.from('/')

/** Opens the folders of a small tree by the git that is open anyway. */
class Walk {
  readonly #repository: Repository
  #opened = 0

  constructor(repository: Repository) {
    this.#repository = repository
  }

  /** Nothing where it is not small, or something in it is not there: then it is for git to say. */
  async open(tree: string, above: Uint8Array = NOWHERE): Promise<readonly TreeEntry[] | undefined> {
    this.#opened += 1
    const entries = this.#opened > MOST_OPENED ? undefined : await openFolder(this.#repository, tree)
    if (entries === undefined) return undefined
    const listed: TreeEntry[] = []
    for (const { path: name, mode, object } of entries.values()) {
      const path = Buffer.concat([above, name])
      const below = mode === FOLDER ? await this.open(object, Buffer.concat([path, SLASH])) : [{ path, mode, object }]
      if (below === undefined) return undefined
      listed.push(...below)
    }
    return listed
  }
}

/** Reads what `git ls-tree -z` writes, with sizes or without; folders are left out. */
export function parseTree(output: Uint8Array): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < output.length; ) {
    const tab = output.indexOf(9, at)
    const end = output.indexOf(0, tab)
    const [, mode = '', type = '', object = '', size = '-'] =
      ENTRY.exec(Buffer.from(output.subarray(at, tab)).toString('latin1')) ?? []
    if (mode === '') throw new Error('Git listed a tree in a way that can not be read.')
    const path = Uint8Array.from(output.subarray(tab + 1, end))
    if (type !== 'tree') entries.push({ path, mode, object, ...(size === '-' ? {} : { size: Number(size) }) })
    at = end + 1
  }
  return entries
}
