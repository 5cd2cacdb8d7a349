import { changesBetweenAll } from './changes-between.ts'
import { type EntryWrite, importTree } from './import-commit.ts'
import type { Oid } from './oid.ts'
import type { Parted } from './parted-at.ts'
import type { Repository } from './repository.ts'

/**
 * The merged tree of two lines of work that have no path in common: what the second changed, on top of the first. Nothing where both touch
 * the same path, or one a file where the other has a folder: then it is for git to say. Git would take a file that one side moved for what it
 * was, and so bring changes of the other side along; those would be to its old path, which the move has touched, so that both do.
 */
export async function mergeApart(repository: Repository, { from, one, other }: Parted): Promise<Oid | undefined> {
  if (from.oid === one.oid) return other.tree
  if (from.oid === other.oid) return one.tree
  // Both did the same, so that everything is touched twice.
  if (one.tree === other.tree) return undefined
  const sides = [one, other].map(({ tree }) => ({ from: from.tree, to: tree }))
  const [mine, theirs] = ((await changesBetweenAll(repository, sides)) ?? []).map(byPath)
  if (mine === undefined || theirs === undefined || isTouched(mine, theirs)) return undefined
  return theirs.size === 0 ? one.tree : importTree(repository, one.oid, [...theirs.values()])
}

/** By path, each byte of which is a letter. */
type Changes = ReadonlyMap<string, EntryWrite>

function byPath(changes: readonly EntryWrite[]): Changes {
  return new Map(changes.map((change) => [Buffer.from(change.path).toString('latin1'), change]))
}

/** Whether one of them touches a path of the other, or a file where the other has a folder. */
function isTouched(mine: Changes, theirs: Changes): boolean {
  const isIn = (paths: Changes) => (path: string) => paths.has(path) || foldersOf(path).some((one) => paths.has(one))
  return [...theirs.keys()].some(isIn(mine)) || [...mine.keys()].some(isIn(theirs))
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_part, at) => parts.slice(0, at + 1).join('/'))
}
