import { noteHost } from '../../engine/pull/note-host.ts'
import { type Ports, runCommand } from '../../engine/run-command.ts'
import type { MergeOutcome } from '../../engine/workspaces.ts'
import { SYSTEM } from '../../model/actor.ts'
import type { MergePlan, Pull } from '../../model/pull.ts'
import { branchOn, type Forge } from './forge.ts'
import { forgeBranch } from './forge-branch.ts'
import type { Hand } from './hand.ts'
import { publishPull } from './publish-pull.ts'

/**
 * Merges what was approved where the forge keeps `main`: only this commit, and only while `main` there is the base that was approved.
 * It may be cut off anywhere and done again: what was merged is found merged. Throws what may be tried again later.
 */
export async function mergeOnForge(ports: Ports, forge: Forge, { pull, plan, hand }: Merging): Promise<MergeOutcome> {
  if (pull.commit !== null) return { commit: pull.commit }
  const { number } = await publishPull(ports, forge, pull)
  const main = await branchOn(forge, forge.main)
  // Read after `main`, not before: what moved it can have been the merge of this very pull request.
  if ((await forge.host.main()) !== pull.base && (await forge.host.read(number)).state === 'open') {
    await forge.git.followMain(pull.job, main)
    return { refused: 'base_moved', reason: `The ${forge.main} of the forge has moved since it was approved.` }
  }
  const [title = '', ...rest] = plan.message.split('\n')
  await hand.keep()
  const merged = await forge.host.merge(number, { head: pull.head, title, message: rest.join('\n').trim() })
  if ('refused' in merged) return merged
  const isAsApproved = await forge.git.settle(pull, main, merged.commit)
  if (!isAsApproved) await noteOther(ports, pull, merged.commit)
  // It is merged, whatever becomes of the branch.
  await forge.host.deleteBranch(forgeBranch(pull)).catch(() => undefined)
  return { commit: merged.commit }
}

interface Merging {
  readonly pull: Pull
  readonly plan: MergePlan
  readonly hand: Hand
}

/** Between our look at `main` and the merge somebody else can have moved it; whoever reads the log has to know. */
export async function noteOther(ports: Ports, pull: Pull, commit: string): Promise<void> {
  const strayed = `merged as ${commit}, which is not the tree on the base that was approved`
  await runCommand(ports, noteHost, { pull: pull.id, by: SYSTEM, note: { strayed } })
}
