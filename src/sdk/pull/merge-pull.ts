import { claimMerge } from '../../engine/pull/claim-merge.ts'
import { confirmClaim } from '../../engine/pull/confirm-claim.ts'
import { noteStuck } from '../../engine/pull/note-stuck.ts'
import { recordMerge } from '../../engine/pull/record-merge.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { MergeOutcome } from '../../engine/workspaces.ts'
import { type Actor, SYSTEM } from '../../model/actor.ts'
import { anewText } from '../../model/behind-text.ts'
import { AppError, type ErrorCode } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { Context } from '../context.ts'
import { branchOn, type Forge } from '../forge/forge.ts'
import { type Hand, inHand, takenOver } from '../forge/hand.ts'
import { hearReviews, isUnheard } from '../forge/hear-reviews.ts'
import { mergeOnForge } from '../forge/merge-on-forge.ts'
import { refusalIn, tellAnswers } from '../forge/tell-answers.ts'
import { needsMending } from './needs-mending.ts'
import { putBackBranch } from './put-back-branch.ts'

/** Who merges which pull request, and how long they wait for somebody else who is at it on the forge. */
export interface Merger {
  readonly pull: PullId
  readonly by: Actor
  readonly patienceMs: number
}

/** Merges what was permitted. It may be cut off anywhere and done again, by anybody: it is the same commit. */
export function mergePull(context: Context, merger: Merger): Promise<MergeOutcome> {
  if (context.forge === undefined) return mergeAlone(context, merger)
  return inHand(context, merger, (hand) => mergeAlone(context, merger, hand))
}

/** What a merge came to, and when it was claimed, which tells it from another one. */
interface Made {
  readonly outcome: MergeOutcome
  readonly claimed?: string
}

async function mergeAlone(context: Context, { pull, by }: Merger, hand?: Hand): Promise<MergeOutcome> {
  const made = await makeMerge(context, { pull, by }, hand)
  const outcome = await withConflicts(context, pull, made.outcome)
  context.crashPoint?.('merge:made')
  await runCommand(context, recordMerge, { ...made, pull, by, outcome }).catch((error: unknown) => {
    // Whoever stood still for so long that somebody else took over finds out later what they came to.
    throw hand && error instanceof AppError && error.code === 'pull_ended' ? takenOver(pull) : error
  })
  context.crashPoint?.('merge:recorded')
  // What only the forge knows the reason of (checks, protection) is no matter of the agent's: it is claimed anew later.
  if ('refused' in outcome && outcome.refused === 'not_mergeable')
    throw new AppError('forge_busy', [], { message: outcome.reason })
  return outcome
}

async function makeMerge(context: Context, asked: Omit<Merger, 'patienceMs'>, hand?: Hand): Promise<Made> {
  const { pull } = asked
  try {
    const isOld = await hearFirst(context, pull, hand)
    const { pull: claimed, plan } = await runCommand(context, claimMerge, asked)
    context.crashPoint?.('merge:claimed')
    await putBackBranch(context, claimed)
    const { forge, workspaces } = context
    // Git may wait for long until it can move `main`, and whoever calls the work off meanwhile is heard.
    const stillClaimed = () => runCommand(context, confirmClaim, claimed)
    const of = (outcome: MergeOutcome): Made => ({ outcome, claimed: plan.at })
    if (forge === undefined || hand === undefined) return of(await workspaces.merge(claimed, plan, stillClaimed))
    if (isOld && (await isRegretted(forge, claimed))) return of({ refused: 'not_mergeable', reason: REGRETTED })
    return of(await mergeOnForge(context, forge, { pull: claimed, plan, hand }))
  } catch (error) {
    // The job may have been called off after `main` had moved and before anybody could say so.
    const commit = await mergeMade(context, pull).catch(() => undefined)
    if (commit !== undefined) return { outcome: { commit } }
    if (error instanceof AppError && error.code === 'job_ended') return callOff(context, pull, error)
    if (needsMending(error)) await tellStuck(context, pull, error)
    throw error
  }
}

/** People read in which files it conflicts, where it was refused because `main` had moved on. */
async function withConflicts(context: Context, id: PullId, outcome: MergeOutcome): Promise<MergeOutcome> {
  if (!('refused' in outcome) || (outcome.refused !== 'base_moved' && outcome.refused !== 'conflict')) return outcome
  const pull = (await context.store.get('pulls', id))?.row
  // It is refused all the same where nobody can tell.
  const behind = pull && (await context.workspaces.behind(pull).catch(() => undefined))
  if (behind === undefined) return outcome
  return { ...outcome, ...behind, reason: `${outcome.reason} ${anewText(behind)}` }
}

/**
 * Nobody merges for a job that has ended. Its branch goes first, so that whoever is about to merge it all the same finds none; what
 * stands on `main` then decides. A repository that can't be read gives nobody a branch to merge either.
 */
async function callOff(context: Context, id: PullId, why: AppError): Promise<Made> {
  const pull = (await context.store.get('pulls', id))?.row
  if (pull?.status !== 'open' || pull.merge === null) throw why
  try {
    await context.workspaces.retire(pull).catch(orUnread('repository_broken'))
    const commit = await mergeMade(context, id).catch(orUnread('repository_missing'))
    const outcome = commit === undefined ? ({ refused: 'called_off', reason: why.message } as const) : { commit }
    return { outcome, claimed: pull.merge.at }
  } catch (error) {
    if (needsMending(error)) await tellStuck(context, id, error)
    throw error
  }
}

/** What is gone has nothing on its `main`; what is damaged may. */
function orUnread(also: ErrorCode): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof AppError && (error.code === 'repository_missing' || error.code === also)) return undefined
    throw error
  }
}

/** The claim stands and is tried again; until then people see what they have to mend. Where that can't be written down, it is tried all the same. */
async function tellStuck(context: Context, pull: PullId, { code, message: reason }: AppError): Promise<void> {
  await runCommand(context, noteStuck, { pull, by: SYSTEM, code, reason }).catch(() => undefined)
}

/**
 * What people have said on the forge by now counts before the claim, a no that came after the approval above all; and what the agent has
 * answered is told there, because nobody looks at what is merged. Gives whether it was claimed before, and nobody heard.
 */
async function hearFirst(context: Context, id: PullId, hand: Hand | undefined): Promise<boolean> {
  const { store, policies, workspaces, forge } = context
  const pull = (await store.get('pulls', id))?.row
  if (forge === undefined || hand === undefined || pull?.hosted === undefined || pull.status !== 'open') return false
  if (pull.merge !== null) return true
  const own = await forge.host.whoAmI()
  const hearing = { store, policies, workspaces, forge, own, isMerging: true } as const
  const { base } = await forge.host.read(pull.hosted.number)
  const said = await forge.host.reviews(pull.hosted.number)
  await hearReviews(hearing, id, { ...said, base })
  // What was approved does not wait for a conversation that takes no more words.
  await tellAnswers(hearing, { id, ...said, hand }).catch(refusalIn)
  return false
}

const REGRETTED = 'Somebody has said something on the forge since it was claimed, and is heard first.'

/** A claim that the forge keeps us from may stand for days. Whoever says something there meanwhile is heard, unless it is merged already. */
async function isRegretted(forge: Forge, pull: Pull): Promise<boolean> {
  if (pull.hosted === undefined) return false
  const { number } = pull.hosted
  const said = await forge.host.reviews(number)
  const own = await forge.host.whoAmI()
  return isUnheard({ forge, own }, pull, said) && (await forge.host.read(number)).state === 'open'
}

/** The commit of a merge that was claimed and made, and of which nothing was heard. */
export async function mergeMade(
  { store, workspaces, forge }: Pick<Context, 'store' | 'workspaces' | 'forge'>,
  id: PullId,
): Promise<string | undefined> {
  const pull = (await store.get('pulls', id))?.row
  if (pull === undefined || pull.status !== 'open' || pull.merge === null) return undefined
  if (forge === undefined || pull.hosted === undefined) return workspaces.merged(pull, pull.merge)
  // Where a forge keeps `main`, ours may not have heard of it.
  const { state, head, commit } = await forge.host.read(pull.hosted.number)
  if (state !== 'merged' || head !== pull.head || commit === null) return undefined
  await forge.git.settle(pull, await branchOn(forge, forge.main), commit)
  return commit
}
