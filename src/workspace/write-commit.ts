import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { MAIN } from '../review/branch-name.ts'
import type { Finding } from '../review/finding.ts'
import { reviewEntry } from '../review/reviewed-tree.ts'
import { secretFinding, secretInMessage } from '../review/secret-finding.ts'
import { MODES } from '../review/tree-entry.ts'
import type { Signature, Trailer } from './commit-text.ts'
import { type FileWrite, importCommit } from './import-commit.ts'
import type { Oid } from './oid.ts'
import { type Repository, refOf } from './repository.ts'

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
  refuseStrange(commit.files)
  refuseSecretMessage(commit.message)
  const parent = commit.expected ?? commit.parent ?? (await repository.headOf(MAIN))
  const oid = await importCommit(repository, { ...commit, parent })
  if (commit.expected !== null && (await isSameTree(repository, oid, parent))) return parent
  await commit.beforeMoving?.(oid)
  await repository.changeRefs([{ ref, to: oid, from: commit.expected }])
  return oid
}

async function isSameTree(repository: Repository, one: Oid, other: Oid): Promise<boolean> {
  const [{ tree }, { tree: before }] = await Promise.all([repository.commit(one), repository.commit(other)])
  return tree === before
}

/** Writes files as a commit that no ref leads to, behind the same checks. Whoever has its name can read them. */
export async function keepFiles(
  repository: Repository,
  { files, author, message }: Pick<NewCommit, 'files' | 'author' | 'message'>,
): Promise<Oid> {
  refuseStrange(files)
  refuseSecretMessage(message)
  return importCommit(repository, { parent: null, files, author, message })
}

/** What a push would be refused for is refused here too, file by file. */
function refuseStrange(files: readonly FileWrite[]): void {
  let isSecret = false
  const problems = files.flatMap((file, index): readonly Problem[] => {
    const content = file.content === null ? Buffer.alloc(0) : Buffer.from(file.content)
    const mode = file.content === null ? MODES.file : MODES[file.kind ?? 'file']
    const entry = { path: Buffer.from(file.path), mode, object: '', size: content.length }
    const found = [...reviewEntry(entry, content), secretFinding(entry.path, content)].filter(isRefused)
    isSecret ||= found.some(({ code }) => code === 'literal_secret')
    return found.map(({ path, message }) => ({
      code: 'invalid_value',
      message: `${path}: ${message}`,
      path: `/files/${index}`,
    }))
  })
  if (problems.length > 0) throw new AppError(isSecret ? 'literal_secret' : 'invalid_input', problems)
}

function isRefused(finding: Finding | undefined): finding is Finding {
  return finding?.refused === true
}

/** A message is read by whoever looks at the log, and stays for ever. */
function refuseSecretMessage(text: string): void {
  const message = secretInMessage(text)
  if (message !== undefined)
    throw new AppError('literal_secret', [{ code: 'invalid_value', message, path: '/message' }])
}
