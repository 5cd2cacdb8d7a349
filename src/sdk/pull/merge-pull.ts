import { claimMerge } from '../../engine/pull/claim-merge.ts'
import { recordMerge } from '../../engine/pull/record-merge.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { MergeOutcome } from '../../engine/workspaces.ts'
import type { Actor } from '../../model/actor.ts'
import type { PullId } from '../../model/ids.ts'
import type { Context } from '../context.ts'
import { mergeOnForge } from '../forge/merge-on-forge.ts'

/** Merges what was permitted. It may be cut off anywhere and done again, by anybody: it is the same commit. */
export async function mergePull(context: Context, pull: PullId, by: Actor): Promise<MergeOutcome> {
  const { pull: claimed, plan } = await runCommand(context, claimMerge, { pull, by })
  const { forge, workspaces } = context
  const outcome = await (forge
    ? mergeOnForge(context, forge, { pull: claimed, plan })
    : workspaces.merge(claimed, plan))
  await runCommand(context, recordMerge, { pull, by, outcome })
  return outcome
}
