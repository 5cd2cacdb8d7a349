import type { HostedPull } from '../../engine/ports.ts'
import { recordMerge } from '../../engine/pull/record-merge.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { Pull } from '../../model/pull.ts'
import { branchOn } from './forge.ts'
import { forgeBranch } from './forge-branch.ts'
import type { Hearing } from './hearing.ts'
import { noteOther } from './merge-on-forge.ts'

/**
 * Records a merge that we made ourselves and know nothing of any more, because the store is older than the merge. It counts as ours only
 * when our own account made it of exactly the newest commit here. Gives whether that is so.
 */
export async function findMerged(hearing: Hearing, pull: Pull, shown: HostedPull): Promise<boolean> {
  const { forge, own } = hearing
  const { state, head, commit, mergedBy } = shown
  const isOwn = mergedBy?.toLowerCase() === own.toLowerCase()
  if (state !== 'merged' || head !== pull.head || commit === null || !isOwn) return false
  const isAsShown = await forge.git.settle(pull, await branchOn(forge, forge.main), commit)
  if (!isAsShown) await noteOther(hearing, pull, commit)
  await forge.host.deleteBranch(forgeBranch(pull)).catch(() => undefined)
  await runCommand(hearing, recordMerge, { pull: pull.id, outcome: { commit }, found: true })
  return true
}
