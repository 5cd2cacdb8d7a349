import { AppError } from '../model/errors.ts'
import type { TreeEntry } from '../review/tree-entry.ts'
import { changesBetween } from './changes-between.ts'
import type { EntryWrite } from './import-commit.ts'
import type { Oid } from './oid.ts'
import { FOLDER, readTree } from './read-tree.ts'
import type { Repository } from './repository.ts'

/** A tree that somebody is about to rely on, and one that is relied on already. */
interface Beside {
  readonly tree: string
  readonly known: string | undefined
}

/** How many files are asked about at once. */
const SLICE = 1000

/**
 * Throws `repository_broken` unless every folder and file of a tree is there. What the known tree has in the same place is taken for there,
 * so that it costs as much as differs. Asked of gits that are open anyway: another process would cost more than all else in a merge. One
 * opens every folder that differs to tell which files do; what keeps it from that, we find out folder by folder.
 */
export async function requireWhole(repository: Repository, { tree, known }: { tree: Oid; known: Oid }): Promise<void> {
  const changes = tree === known ? [] : await changesBetween(repository, { from: known, to: tree })
  const files = changes === undefined ? await filesBelow(repository, { tree, known }) : objectsIn(changes)
  for (let at = 0; at < files.length; at += SLICE) {
    await Promise.all(files.slice(at, at + SLICE).map((oid) => requireFile(repository, oid)))
  }
}

function objectsIn(changes: readonly EntryWrite[]): readonly string[] {
  return [...new Set(changes.flatMap(({ to }) => (to === null ? [] : [to.object])))]
}

async function filesBelow(repository: Repository, top: Beside): Promise<readonly string[]> {
  const walk = new Walk(repository)
  let folders: readonly Beside[] = [top]
  while (folders.length > 0) folders = (await Promise.all(folders.map((folder) => walk.open(folder)))).flat()
  return [...walk.files]
}

/** Opens folders, each once wherever it lies, and gathers the files in them. */
class Walk {
  readonly files = new Set<string>()
  readonly #repository: Repository
  readonly #opened = new Set<string>()

  constructor(repository: Repository) {
    this.#repository = repository
  }

  /** Gives the folders in it that differ. */
  async open({ tree, known }: Beside): Promise<readonly Beside[]> {
    if (tree === known || this.#opened.has(tree)) return []
    this.#opened.add(tree)
    const [entries, before] = await Promise.all([this.#read(tree), known === undefined ? NONE : this.#read(known)])
    const folders: Beside[] = []
    for (const [name, { object, mode }] of entries) {
      const other = before.get(name)
      if (other?.object === object) continue
      if (mode === FOLDER) folders.push({ tree: object, known: other?.mode === FOLDER ? other.object : undefined })
      else this.files.add(object)
    }
    return folders
  }

  async #read(oid: string): Promise<ReadonlyMap<string, TreeEntry>> {
    const { type, bytes } = (await this.#repository.objects.contents(oid)) ?? {}
    const entries = type === 'tree' && bytes !== undefined ? readTree(bytes) : undefined
    if (entries === undefined) throw missing('folder', oid)
    return entries
  }
}

const NONE: ReadonlyMap<string, TreeEntry> = new Map()

async function requireFile({ objects }: Repository, oid: string): Promise<void> {
  if ((await objects.info(oid))?.type !== 'blob') throw missing('file', oid)
}

function missing(kind: 'folder' | 'file', oid: string): AppError {
  const message = `The ${kind} ${oid} is not in the repository of the job, or can not be read, so that nothing was merged. Look at it with "git fsck" in its folder, which leeway doctor names, or go back to a backup.`
  return new AppError('repository_broken', [], { message, details: { oid } })
}
