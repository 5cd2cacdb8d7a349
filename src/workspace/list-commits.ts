import { Oid } from './oid.ts'
import type { Commit, Repository } from './repository.ts'
import { rowBack } from './row-back.ts'

/** Which commits are meant: those of `head` that `base` does not have. */
export interface Listed {
  readonly base: Oid
  readonly head: Oid
  /** The newest so many; the others are left out. */
  readonly limit?: number
  /** What else is left out, with all that leads to it. */
  readonly without?: readonly Oid[]
  /** Only those that change one of these files. */
  readonly paths?: readonly string[]
}

const MOST = 500

/** So many answers are kept for each repository that is open: a review asks the same again whenever it is looked at. */
const MOST_KEPT = 32
const kept = new WeakMap<Repository, Map<string, readonly Oid[]>>()

/** The commits of a branch, oldest first. */
export async function listCommits(repository: Repository, listed: Listed): Promise<readonly Commit[]> {
  const names = await namesOf(repository, listed)
  return await Promise.all(names.map((name) => repository.commit(name)))
}

/** Between commits that are named by what they hold nothing ever changes, so that git is asked once. */
async function namesOf(repository: Repository, listed: Listed): Promise<readonly Oid[]> {
  const { base, head, limit = MOST, without = [], paths = [] } = listed
  const range = [`--max-count=${limit}`, '--end-of-options', head, ...[base, ...without].map((other) => `^${other}`)]
  const known = kept.get(repository) ?? new Map<string, readonly Oid[]>()
  kept.set(repository, known)
  const asked = JSON.stringify([range, paths])
  const names =
    known.get(asked) ??
    (await plainRow(repository, listed)) ??
    oldestFirst(await repository.run(['rev-list', '--topo-order', ...range, '--', ...paths]))
  // Behind all others, as the newest.
  known.delete(asked)
  known.set(asked, names)
  for (const oldest of known.keys()) if (known.size > MOST_KEPT) known.delete(oldest)
  return names
}

/** Most branches are a plain row of commits on top of what they stand on. What leads to that one is left out with it. */
async function plainRow(
  repository: Repository,
  { base, head, limit = MOST, without = [], paths = [] }: Listed,
): Promise<readonly Oid[] | undefined> {
  if (paths.length > 0) return undefined
  const found = await rowBack(repository, base, head)
  if (!found?.meets) return undefined
  for (const other of without) if (!(await rowBack(repository, other, base))?.meets) return undefined
  return found.row.slice(0, limit).toReversed()
}

function oldestFirst(said: Buffer): readonly Oid[] {
  const lines = said.toString().split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => Oid.parse(line))
    .toReversed()
}
