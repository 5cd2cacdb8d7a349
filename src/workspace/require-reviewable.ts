import { AppError } from '../model/errors.ts'
import { MAIN } from '../review/branch-name.ts'
import { inMegabytes } from '../review/tree-limits.ts'
import type { FileWrite } from './import-commit.ts'
import type { Oid } from './oid.ts'
import { refused } from './receive/push-rights.ts'
import type { Quarantine } from './receive/quarantine.ts'
import type { Repository } from './repository.ts'

/** What git writes at most to list the files of a review: the names of some hundred thousand. */
export const MOST_NAMES = 16 * 1024 * 1024

/** Modes, objects, a letter and what parts them, in the line of one file. */
const BESIDE_NAME = 100
const REMEMBERED = 1000
/** How much of that a branch has taken at a commit, at most: what is written twice counts twice. */
const taken = new WeakMap<Repository, Map<Oid, number>>()

/** A commit that a branch is about to be moved to, with what it changes. */
interface Changed {
  readonly commit: Oid
  readonly parent: Oid
  readonly files: readonly FileWrite[]
}

/**
 * Refuses the commit with which a branch would change more files than a review can name: at the end of the phase it would be too late, and
 * all of it lost. It is counted as it comes, so that git is asked only where that is too much, or nobody knows what was there.
 */
export async function requireReviewable(repository: Repository, { commit, parent, files }: Changed): Promise<void> {
  const before = taken.get(repository)?.get(parent)
  const bound = before === undefined ? MOST_NAMES + 1 : before + files.reduce((sum, file) => sum + roomOf(file), 0)
  const names = bound <= MOST_NAMES ? bound : await namesOf(repository, commit)
  if (names === undefined) return
  if (names > MOST_NAMES) {
    throw new AppError('invalid_input', [{ code: 'too_large', message: TOO_MANY, path: '/files' }])
  }
  noteNames(repository, commit, names)
}

/** Notes how much a branch has taken at a commit. One that stands on `main` has taken nothing. */
export function noteNames(repository: Repository, commit: Oid, names: number): void {
  const known = taken.get(repository) ?? new Map<Oid, number>()
  taken.set(repository, known)
  if (known.size >= REMEMBERED) known.clear()
  known.set(commit, names)
}

/** Git writes a byte that is no plain letter in four. */
function roomOf({ path }: FileWrite): number {
  const bytes = Buffer.byteLength(path)
  return BESIDE_NAME + (/^[\w./-]*$/.test(path) ? bytes : 2 + 4 * bytes)
}

/** Refuses a push for the same. */
export async function refusePastReview(
  repository: Repository,
  to: Oid,
  { env }: Pick<Quarantine, 'env'>,
): Promise<void> {
  if (((await namesOf(repository, to, env)) ?? 0) > MOST_NAMES) throw refused(TOO_MANY)
}

/**
 * How much git has to say of the files that a branch changes since it parted from `main`; no more than a little over what is too much.
 * Nothing where the two parted more than once, and whoever offers it finds out.
 */
async function namesOf(
  repository: Repository,
  commit: Oid,
  env: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  let names = 0
  const take = (piece: Buffer) => {
    names += piece.length
  }
  const args = ['diff-tree', '--merge-base', '-r', '--raw', '--no-abbrev', '--no-renames', '--end-of-options']
  try {
    const main = `refs/heads/${MAIN}`
    const { code } = await repository.attempt([...args, main, commit], { env, take, maxBytes: MOST_NAMES })
    return code === 0 ? names : undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_much_output') return names
    throw error
  }
}

const TOO_MANY = `The branch would change so many files that their names alone have more than ${inMegabytes(MOST_NAMES)}, which nobody can look at in one phase; what stood on it before is kept. Offer that, and go on in the next phase, or put the files into an archive.`
