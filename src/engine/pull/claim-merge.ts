import type { Actor } from '../../model/actor.ts'
import type { Permit } from '../../model/attempt.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { Decision } from '../../model/decision.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import { owedOn } from '../../model/owed-on.ts'
import type { MergePlan, Pull } from '../../model/pull.ts'
import type { RejectedPart } from '../../model/rejected-part.ts'
import { decide } from '../../policy/decide.ts'
import { eventMaker } from '../event-maker.ts'
import { type JobState, loadJob, refuseHalted, refuseIdle } from '../job-state.ts'
import type { NewEvent } from '../ports.ts'
import type { Outcome, Verb } from '../verb.ts'
import { mergeMessage } from './merge-message.ts'
import { isForPeople, loadAsked, loadPull, refuseClosed, unanswered, unresolved } from './pull-state.ts'
import { loadRejected, rejectedError } from './rejected-parts.ts'

/** Somebody is about to merge what was permitted. */
export interface ClaimMerge {
  readonly pull: PullId
  readonly by: Actor
}

interface State {
  readonly pull: Pull
  readonly job: JobState
  readonly checkpoint: Checkpoint | undefined
  readonly rejected: readonly RejectedPart[]
}

/** What is to be merged, and how. */
export interface Mergeable {
  readonly pull: Pull
  readonly plan: MergePlan
}

/**
 * The decision in whose name `main` moves. Every question is put to the policy of this moment: what it allows passes, what it
 * asks has to be met by an approval of exactly this tree on this base, and a deny voids that.
 */
export const claimMerge: Verb<ClaimMerge, State, Mergeable> = {
  load: async (read, { pull: id }, policies) => {
    const pull = await loadPull(read, id)
    const checkpoint = await loadAsked(read, pull)
    const rejected = await loadRejected(read, pull, checkpoint)
    return { pull, checkpoint, rejected, job: await loadJob(read, pull.job, policies) }
  },
  decide: (state, { by }, now) => {
    const { pull, job, checkpoint } = state
    refuseUnfit(state)
    // Whoever claimed it may have been cut off; merging again gives the same commit.
    if (pull.merge !== null) return { events: [], effects: [], result: { pull, plan: pull.merge } }
    // An approval counts for the very tree, commit and base that it was given for, and for one merge.
    if (isForPeople(pull, checkpoint)) throw notApproved(state)
    if (pull.blocking.length > 0) throw unresolved(pull)
    // Somebody may have got the right to decide, and their no with it, after the approval.
    if (state.rejected.length > 0) throw rejectedError(pull, state.rejected)
    const decisions = pull.gates.map((gate) => decide(job.policy, gate))
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    const no = decisions.find(({ verdict }) => verdict === 'deny' || verdict === 'stop')
    if (no === undefined) return permitted(state, { decisions, event, now })
    const refused = event('merge_refused', { pull: pull.id, why: 'denied', reason: no.reason })
    const error = new AppError('approval_voided', [], { message: no.reason })
    return { events: [refused, ...spentOn(state, event, { decision: no, voided: true })], effects: [], error }
  },
}

interface Decided {
  readonly decisions: readonly Decision[]
  readonly event: ReturnType<typeof eventMaker>
  readonly now: Date
}

/** What the policy allows passes; what it asks has to be met by the approval, which is spent on it. */
function permitted(state: State, { decisions, event, now }: Decided): Outcome<Mergeable> {
  // Whatever else people have said of it has been refused by now.
  const { pull, job, checkpoint: approval } = state
  const asked = decisions.find(({ verdict }) => verdict === 'ask')
  if (asked && approval === undefined) throw notApproved(state)
  const owed = owedOn(pull, approval)
  if (owed > 0) throw unanswered(pull, owed)
  const reviewers = approval?.votes.map((vote) => vote.by) ?? []
  const plan: MergePlan = { at: now.toISOString(), reviewers, message: mergeMessage(pull, reviewers) }
  const { head, tree, base } = pull
  const permit: Permit = approval
    ? { by: 'checkpoint', checkpoint: approval.id, revision: approval.revision }
    : { by: 'policy', digest: job.policy.digest }
  const claimed = event('merge_claimed', { pull: pull.id, plan, head, tree, base, permit, decisions })
  const decision = asked ?? decisions[0]
  const spent = decision ? spentOn(state, event, { decision, voided: false }) : []
  return { events: [claimed, ...spent], effects: [], result: { pull: { ...pull, merge: plan }, plan } }
}

/** Nothing of a job moves `main` that has ended, is stopped, or is halted. */
export function refuseUnfit({ pull, job }: Pick<State, 'pull' | 'job'>): void {
  if (pull.status === 'closed') refuseClosed(pull)
  if (pull.status === 'merged') return
  refuseIdle(job.job)
  refuseHalted(job)
}

function notApproved({ pull, checkpoint }: State): AppError {
  const message =
    checkpoint?.status === 'approved' && checkpoint.spent_at === null
      ? `What was approved of ${pull.id} is not what stands on its branch by now.`
      : `${pull.id} waits for a person: nobody has approved it as it is.`
  return new AppError('not_approved', [], { message })
}

/** An approval is spent by the merge that it permits, or voided by the policy that denies it. */
function spentOn(
  { checkpoint }: State,
  event: ReturnType<typeof eventMaker>,
  how: { readonly decision: Decision; readonly voided: boolean },
): readonly NewEvent[] {
  if (checkpoint === undefined) return []
  const { content_hash } = checkpoint
  return [event('approval_spent', { content_hash, attempt: null, call: null, ...how })]
}
