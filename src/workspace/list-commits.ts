import { Oid } from './oid.ts'
import type { Commit, Repository } from './repository.ts'

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

/** The commits of a branch, oldest first. */
export async function listCommits(
  repository: Repository,
  { base, head, limit = MOST, without = [], paths = [] }: Listed,
): Promise<readonly Commit[]> {
  const said = await repository.run([
    'rev-list',
    '--topo-order',
    `--max-count=${limit}`,
    '--end-of-options',
    head,
    `^${base}`,
    ...without.map((other) => `^${other}`),
    '--',
    ...paths,
  ])
  const names = said
    .toString()
    .split('\n')
    .filter((line) => line !== '')
  return await Promise.all(names.toReversed().map((name) => repository.commit(Oid.parse(name))))
}
