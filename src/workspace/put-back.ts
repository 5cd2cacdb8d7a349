import { AppError } from '../model/errors.ts'
import type { Oid } from './oid.ts'
import { type Repository, refOf } from './repository.ts'
import { historyRef } from './squash-merge.ts'

/** A branch that is under review, and where it was. */
export interface LostBranch {
  readonly branch: string
  readonly head: Oid
  /** Called when it is sure that it is gone, and nothing has moved yet. */
  readonly beforeMoving: () => Promise<unknown>
}

/**
 * Puts a branch back that somebody has deleted from the repository. Only from nothing: never over another commit, and not where we have taken it
 * away ourselves, which leaves its commits under `refs/leeway/history/`. Throws `repository_broken` when its commit is gone too.
 */
export async function putBack(repository: Repository, { branch, head, beforeMoving }: LostBranch): Promise<void> {
  if ((await repository.head(branch)) !== undefined) return
  if ((await repository.objects.info(historyRef(branch))) !== undefined) return
  await repository.commit(head)
  await beforeMoving()
  const back = { ref: refOf(branch), to: head, from: null }
  await repository.changeRefs([back, { ref: historyRef(branch), to: null, from: null }]).catch((error: unknown) => {
    // Somebody else was faster: what stands there by now decides.
    if (!(error instanceof AppError) || error.code !== 'branch_moved') throw error
  })
}
