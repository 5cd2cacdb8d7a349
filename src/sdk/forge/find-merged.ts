import type { HostedPull } from '../../engine/ports.ts'
import { mayBeOurs, recordMerge } from '../../engine/pull/record-merge.ts'
import { loadRejected } from '../../engine/pull/rejected-parts.ts'
import { Reader } from '../../engine/reader.ts'
import { runCommand } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import type { Pull } from '../../model/pull.ts'
import { branchOn } from './forge.ts'
import { forgeBranch } from './forge-branch.ts'
import type { Hearing } from './hearing.ts'
import { noteOther } from './merge-on-forge.ts'

/** What a merge on the forge is: ours, and recorded; made by our account without a permission; or no matter of ours. */
export type FoundMerge = 'recorded' | 'unpermitted' | 'none'

/**
 * Records a merge that we made ourselves and know nothing of any more, because the store is older than the merge. It counts as ours only
 * when our own account made it of exactly the newest commit here, and the verb finds that it may have been permitted.
 */
export async function findMerged(hearing: Hearing, pull: Pull, shown: HostedPull): Promise<FoundMerge> {
  const { head, commit } = shown
  if (commit === null || head !== pull.head || !isByUs(shown, hearing.own)) return 'none'
  const id = pull.checkpoint
  const checkpoint = id === null ? undefined : (await hearing.store.get('checkpoints', id))?.row
  // Only spares our branch what can't be undone; the verb decides by what holds at its commit.
  const rejected = await loadRejected(new Reader(hearing.store), pull, checkpoint)
  if (!mayBeOurs({ pull, checkpoint, rejected })) return 'unpermitted'
  const { forge } = hearing
  const isAsShown = await forge.git.settle(pull, await branchOn(forge, forge.main), commit)
  if (!isAsShown) await noteOther(hearing, pull, commit)
  const found = await runCommand(hearing, recordMerge, { pull: pull.id, outcome: { commit }, found: head })
    .then(() => 'recorded' as const)
    .catch(orUnpermitted)
  if (found === 'recorded') await forge.host.deleteBranch(forgeBranch(pull)).catch(() => undefined)
  return found
}

function isByUs({ state, mergedBy }: HostedPull, own: string): boolean {
  return state === 'merged' && mergedBy?.toLowerCase() === own.toLowerCase()
}

function orUnpermitted(error: unknown): 'unpermitted' {
  if (error instanceof AppError && error.code === 'not_approved') return 'unpermitted'
  throw error
}
