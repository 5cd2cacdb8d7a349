import { Oid } from './oid.ts'
import type { Commit, Repository } from './repository.ts'

/** Which commits are meant: those of `head` that `base` does not have. */
export interface Listed {
  readonly base: Oid
  readonly head: Oid
  /** The newest so many; the others are left out. */
  readonly limit?: number
}

const MOST = 500

/** The commits of a branch, oldest first. */
export async function listCommits(
  repository: Repository,
  { base, head, limit = MOST }: Listed,
): Promise<readonly Commit[]> {
  const said = await repository.run([
    'rev-list',
    '--topo-order',
    `--max-count=${limit}`,
    '--end-of-options',
    head,
    `^${base}`,
  ])
  const names = said
    .toString()
    .split('\n')
    .filter((line) => line !== '')
  return await Promise.all(names.toReversed().map((name) => repository.commit(Oid.parse(name))))
}
