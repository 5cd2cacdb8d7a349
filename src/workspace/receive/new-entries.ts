import { shownPath, type TreeEntry } from '../../review/tree-entry.ts'
import { TREE_LIMITS } from '../../review/tree-limits.ts'
import type { ObjectReader } from '../object-reader.ts'
import { Oid } from '../oid.ts'
import { FOLDER, readTree } from '../read-tree.ts'
import { readCommit } from '../repository.ts'
import { lacking, refused } from './push-rights.ts'

const DEEPEST = 100
/** Every file of a commit is compared with all that it joins. */
const MOST_PARENTS = 16

interface Visit {
  readonly path: Buffer
  readonly depth: number
  readonly tree: string
  /** The trees at the same place in the commits before. */
  readonly beside: readonly string[]
}

/**
 * Every file that some new commit adds or changes. What a commit keeps was checked with the commit that brought it. Folders are opened one
 * by one and counted, because a tree of a few kilobytes can hold itself a billion times over, and git would list all of it.
 */
export class NewEntries {
  readonly #reader: ObjectReader
  readonly #trees = new Map<string, ReadonlyMap<string, TreeEntry>>()
  readonly #seen = new Set<string>()
  readonly #found = new Map<string, TreeEntry>()

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  async of(commits: readonly string[]): Promise<readonly TreeEntry[]> {
    for (const commit of commits) {
      const { tree, parents } = await this.#commit(commit)
      if (parents.length > MOST_PARENTS) throw refused(`A commit joins at most ${MOST_PARENTS} others.`)
      const beside: string[] = []
      for (const parent of parents) beside.push((await this.#commit(parent)).tree)
      const open: Visit[] = [{ path: Buffer.alloc(0), depth: 0, tree, beside }]
      for (let visit = open.pop(); visit !== undefined; visit = open.pop()) open.push(...(await this.#visit(visit)))
    }
    return [...this.#found.values()]
  }

  /** Notes the files of a folder that are new, and gives the folders in it that have to be opened. */
  async #visit({ path, depth, tree, beside }: Visit): Promise<readonly Visit[]> {
    // With what it was compared with: two commits that take back what one between them did would each leave their files to the other.
    const key = [tree, ...beside, path.toString('latin1')].join(' ')
    if (beside.includes(tree) || this.#seen.has(key)) return []
    this.#seen.add(key)
    if (depth > DEEPEST) throw refused(`A path has at most ${DEEPEST} parts. Move what is deeper, and push again.`)
    const before: ReadonlyMap<string, TreeEntry>[] = []
    for (const other of beside) before.push(await this.#tree(other))
    const folders: Visit[] = []
    const entries = await this.#tree(tree)
    // Git itself writes none, and no diff lists it: it would come to main with whatever its name says, and nobody have seen it.
    if (entries.size === 0 && path.length > 0) throw refused(`${shownPath(path)} is an empty folder. ${NO_FILE}`)
    for (const [name, entry] of entries) {
      const others = before.map((entries) => entries.get(name))
      if (others.some((other) => other?.object === entry.object && other.mode === entry.mode)) continue
      const full = path.length === 0 ? Buffer.from(entry.path) : Buffer.concat([path, Buffer.from('/'), entry.path])
      if (entry.mode !== FOLDER)
        this.#found.set(`${entry.mode} ${entry.object} ${full.toString('latin1')}`, { ...entry, path: full })
      else folders.push({ path: full, depth: depth + 1, tree: entry.object, beside: foldersIn(others) })
    }
    if (this.#found.size + this.#seen.size + folders.length > TREE_LIMITS.files) {
      throw refused(
        `The commits change more than ${TREE_LIMITS.files} files, which nobody can look at. Push in smaller parts.`,
      )
    }
    return folders
  }

  async #commit(oid: string) {
    const answer = await this.#reader.contents(oid)
    if (answer?.type !== 'commit' || answer.bytes === undefined) throw lacking()
    return readCommit(Oid.parse(oid), answer.bytes.toString('utf8'))
  }

  async #tree(oid: string): Promise<ReadonlyMap<string, TreeEntry>> {
    const known = this.#trees.get(oid)
    if (known !== undefined) return known
    const answer = await this.#reader.contents(oid)
    const entries = answer?.type === 'tree' && answer.bytes !== undefined ? readTree(answer.bytes) : undefined
    if (entries === undefined) throw lacking()
    this.#trees.set(oid, entries)
    return entries
  }
}

const NO_FILE = 'Only files can be looked at: put one into it, or take it out of the commits, and push again.'

function foldersIn(entries: readonly (TreeEntry | undefined)[]): readonly string[] {
  return entries.flatMap((entry) => (entry?.mode === FOLDER ? [entry.object] : []))
}
