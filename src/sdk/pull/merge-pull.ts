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
  const outcome = await makeMerge(context, pull, by)
  context.crashPoint?.('merge:made')
  await runCommand(context, recordMerge, { pull, by, outcome })
  context.crashPoint?.('merge:recorded')
  return outcome
}

async function makeMerge(context: Context, pull: PullId, by: Actor): Promise<MergeOutcome> {
  try {
    const { pull: claimed, plan } = await runCommand(context, claimMerge, { pull, by })
    context.crashPoint?.('merge:claimed')
    const { forge, workspaces } = context
    return await (forge ? mergeOnForge(context, forge, { pull: claimed, plan }) : workspaces.merge(claimed, plan))
  } catch (error) {
    // The job may have been called off after `main` had moved and before anybody could say so.
    const commit = await mergeMade(context, pull).catch(() => undefined)
    if (commit === undefined) throw error
    return { commit }
  }
}

/** The commit of a merge that was claimed and made, and of which nothing was heard. */
export async function mergeMade(
  { store, workspaces }: Pick<Context, 'store' | 'workspaces'>,
  id: PullId,
): Promise<string | undefined> {
  const pull = (await store.get('pulls', id))?.row
  if (pull === undefined || pull.status !== 'open' || pull.merge === null) return undefined
  return workspaces.merged(pull, pull.merge)
}
