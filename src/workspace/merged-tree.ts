import { AppError } from '../model/errors.ts'
import { escapeHidden } from '../model/quote.ts'
import { gitFailure } from './git-failure.ts'
import { mergeApart } from './merge-apart.ts'
import { Oid } from './oid.ts'
import { partedAt } from './parted-at.ts'
import type { Repository } from './repository.ts'

/** Two commits whose work is put together. */
export interface Merged {
  readonly base: Oid
  readonly head: Oid
}

type Joined = { readonly tree: Oid } | { readonly conflicts: readonly string[] }

const SHOWN_FILES = 20
const REMEMBERED = 100
/** Two commits always merge to the same tree; what was shown a moment ago need not be worked out again to be merged. */
const known = new WeakMap<Repository, Map<string, Oid>>()

/** The tree that merging `head` into `base` gives: what a reviewer is shown, and what is merged. Throws `merge_conflict`. */
export async function mergedTree(repository: Repository, merged: Merged): Promise<Oid> {
  const trees = known.get(repository) ?? new Map<string, Oid>()
  known.set(repository, trees)
  const key = `${merged.base} ${merged.head}`
  const tree = trees.get(key) ?? (await mergePlain(repository, merged)) ?? (await mergeTrees(repository, merged))
  if (trees.size >= REMEMBERED) trees.clear()
  trees.set(key, tree)
  return tree
}

/** The files in which two commits can't be joined. */
export async function conflictsOf(repository: Repository, merged: Merged): Promise<readonly string[]> {
  if ((await mergePlain(repository, merged)) !== undefined) return []
  const result = await joinTrees(repository, merged)
  return 'conflicts' in result ? result.conflicts : []
}

async function mergeTrees(repository: Repository, merged: Merged): Promise<Oid> {
  const result = await joinTrees(repository, merged)
  if ('conflicts' in result) throw conflict(result.conflicts)
  return result.tree
}

async function joinTrees(repository: Repository, { base, head }: Merged): Promise<Joined> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', base, head]
  const { code, stdout, stderr } = await repository.attempt(args)
  refuseUnread(stderr)
  const [tree = '', ...files] = stdout.toString().split('\0')
  if (code === 0) return { tree: Oid.parse(tree) }
  // With a conflict it gives a tree all the same; without one it could not even begin.
  if (code !== 1 || !Oid.safeParse(tree).success) throw gitFailure('merge-tree', stderr)
  return { conflicts: files.filter((file) => file !== '') }
}

/** Git may only mention that it could not read a folder, and go on as if nothing were in it: its files would be gone from what is merged. */
export function refuseUnread(stderr: string): void {
  if (/^(?:error|fatal): /m.test(stderr)) throw gitFailure('merge-tree', stderr)
}

/** Most work stands on top of `main`, or touches other files than what came to `main` since: then there is nothing to find out. */
async function mergePlain(repository: Repository, { base, head }: Merged): Promise<Oid | undefined> {
  const parted = await partedAt(repository, base, head)
  return parted && mergeApart(repository, parted)
}

function conflict(files: readonly string[]): AppError {
  const named = files.slice(0, SHOWN_FILES).map(escapeHidden).join(', ')
  const more = files.length > SHOWN_FILES ? ` and ${files.length - SHOWN_FILES} more` : ''
  const message = `The work and main change the same lines of ${named}${more}. Bring main into the branch, settle it there, and have it reviewed.`
  return new AppError('merge_conflict', [], {
    message,
    details: { files: JSON.stringify(files.slice(0, SHOWN_FILES)) },
  })
}
