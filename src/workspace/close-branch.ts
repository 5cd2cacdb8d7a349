import { AppError } from '../model/errors.ts'
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

/** More than ever lose a race by chance. */
const MAX_RACES = 4

/**
 * The same wherever the branch is by now. Of one that somebody has deleted the last commit that is known is kept as well: by that whoever is
 * about to put it back finds out that it was given up.
 */
export async function retireBranch(repository: Repository, branch: string, known: Oid): Promise<void> {
  for (let race = 1; ; race++) {
    try {
      const head = await repository.head(branch)
      return await (head === undefined ? keepLost(repository, branch, known) : closeBranch(repository, branch, head))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'branch_moved' || race === MAX_RACES) throw error
    }
  }
}

async function keepLost(repository: Repository, branch: string, known: Oid): Promise<void> {
  const isKept = (await repository.objects.info(historyRef(branch))) !== undefined
  // What is not there can be neither kept nor put back.
  if (isKept || (await repository.objects.info(known)) === undefined) return
  await repository.changeRefs([
    { ref: historyRef(branch), to: known, from: null },
    { ref: refOf(branch), to: null, from: null },
  ])
}
