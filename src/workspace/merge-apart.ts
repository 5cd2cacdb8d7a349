import { unquotePath } from '../review/unquote-path.ts'
import { type EntryWrite, importTree } from './import-commit.ts'
import type { Oid } from './oid.ts'
import type { Parted } from './parted-at.ts'
import type { Repository } from './repository.ts'

/** What git writes of one file that differs. */
const RAW = /^:\d{6} (\d{6}) [0-9a-f]{40} ([0-9a-f]{40}) [A-Z]\t(.+)$/s
const END = 'end'

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
  const pairs = [one, other].map(({ tree }) => `${from.tree} ${tree}\n`)
  // A line that names no trees is written back as it came, when all before it is answered.
  const answered = await repository.differ.ask([Buffer.from(`${pairs.join('')}${END}\n`)], { line: END })
  if (!answered.ok) return undefined
  const second = answered.lines.indexOf(`${from.tree} ${other.tree}`)
  const [mine, theirs] = [answered.lines.slice(0, Math.max(0, second)), answered.lines.slice(second)].map(changesIn)
  if (mine === undefined || theirs === undefined || second < 0 || isTouched(mine, theirs)) return undefined
  return theirs.size === 0 ? one.tree : importTree(repository, one.oid, [...theirs.values()])
}

/** By path, each byte of which is a letter. */
type Changes = ReadonlyMap<string, EntryWrite>

function changesIn(lines: readonly string[]): Changes | undefined {
  const changes = new Map<string, EntryWrite>()
  for (const line of lines.filter((one) => one.startsWith(':'))) {
    const [, mode = '', object = '', written = ''] = RAW.exec(line) ?? []
    if (mode === '') return undefined
    const path = unquotePath(written)
    changes.set(Buffer.from(path).toString('latin1'), { path, to: mode === '000000' ? null : { mode, object } })
  }
  return changes
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
