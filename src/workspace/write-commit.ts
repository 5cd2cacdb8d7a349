import { AppError } from '../model/errors.ts'
import { MAIN } from '../review/branch-name.ts'
import { checkGitFiles } from './check-git-files.ts'
import { checkMessage, checkWrites } from './check-writes.ts'
import { linkOf } from './commit-links.ts'
import type { Signature, Trailer } from './commit-text.ts'
import { type FileWrite, importCommit } from './import-commit.ts'
import type { Oid } from './oid.ts'
import { type Repository, refOf } from './repository.ts'
import { noteNames, requireReviewable } from './require-reviewable.ts'

/** A commit to be made of changed files, on top of what the branch is believed to be at. */
export interface NewCommit {
  readonly branch: string
  /** Where the branch is; `null` when the commit begins it. */
  readonly expected: Oid | null
  /** What the commit stands on when it begins the branch; `main` as it is, when left out. */
  readonly parent?: Oid
  readonly files: readonly FileWrite[]
  readonly author: Signature
  readonly message: string
  readonly trailers?: readonly Trailer[]
  /** Called when the commit has a name and the branch has not moved yet. */
  readonly beforeMoving?: ((commit: Oid) => Promise<unknown>) | undefined
}

/**
 * Writes files as a commit without a checkout, and moves the branch there; throws `branch_moved` when somebody else did first.
 * Where that changes no file there is no commit, and the branch stays: whoever approved what stands there has approved it.
 */
export async function writeCommit(repository: Repository, commit: NewCommit): Promise<Oid> {
  const ref = refOf(commit.branch)
  if (commit.branch === MAIN) throw new AppError('ref_refused', [], { message: 'main moves only by a merge.' })
  const files = await checked(repository, commit)
  const parent = commit.expected ?? commit.parent ?? (await repository.headOf(MAIN))
  // Whatever begins a branch begins it on main.
  if (commit.expected === null) noteNames(repository, parent, 0)
  const oid = await importCommit(repository, { ...commit, files, parent })
  if (commit.expected !== null && (await isSameTree(repository, oid, parent))) return parent
  await requireReviewable(repository, { commit: oid, parent, files })
  await commit.beforeMoving?.(oid)
  await repository.changeRefs([{ ref, to: oid, from: commit.expected }])
  return oid
}

async function isSameTree(repository: Repository, one: Oid, other: Oid): Promise<boolean> {
  const [{ tree }, { tree: before }] = await Promise.all([linkOf(repository, one), linkOf(repository, other)])
  return tree === before
}

/** Writes files as a commit that no ref leads to, behind the same checks. Whoever has its name can read them. */
export async function keepFiles(
  repository: Repository,
  commit: Pick<NewCommit, 'files' | 'author' | 'message'>,
): Promise<Oid> {
  const { author, message } = commit
  return importCommit(repository, { parent: null, files: await checked(repository, commit), author, message })
}

/** The files as they were looked at. Git itself is asked last, and only about what it reads settings from. */
async function checked(
  repository: Repository,
  { files, author, message }: Pick<NewCommit, 'files' | 'author' | 'message'>,
): Promise<readonly FileWrite[]> {
  checkMessage(message)
  const own = await checkWrites(files)
  await checkGitFiles(repository, own, author.at)
  return own
}
