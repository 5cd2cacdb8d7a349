import type { Oid } from './oid.ts'
import { type Repository, refOf } from './repository.ts'
import { historyRef } from './squash-merge.ts'

/** Takes a branch away without merging it; its commits stay to be seen. Throws `branch_moved` when it is not where it was believed to be. */
export async function closeBranch(repository: Repository, branch: string, head: Oid): Promise<void> {
  await repository.changeRefs([
    { ref: historyRef(branch), to: head },
    { ref: refOf(branch), to: null, from: head },
  ])
}
