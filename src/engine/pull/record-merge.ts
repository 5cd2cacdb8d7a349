import { type Actor, SYSTEM } from '../../model/actor.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import { owedOn } from '../../model/owed-on.ts'
import type { Pull } from '../../model/pull.ts'
import type { RejectedPart } from '../../model/rejected-part.ts'
import { eventMaker } from '../event-maker.ts'
import { hasEnded } from '../job-state.ts'
import type { Outcome, Verb } from '../verb.ts'
import { closeWithJob } from './close-with-job.ts'
import type { MergeRefusal, PullEvents } from './pull-events.ts'
import { isAbout, loadAsked, loadPull } from './pull-state.ts'
import { loadRejected } from './rejected-parts.ts'

/** What became of a merge that was claimed. */
export interface RecordMerge {
  readonly pull: PullId
  readonly by?: Actor
  /** The commit that the forge shows as merged by our own account, where no claim of it is known: it is ours only if it may have been permitted. */
  readonly found?: string
  /** When the merge was claimed that came to nothing; left out, whichever is claimed now. */
  readonly claimed?: string
  readonly outcome:
    | { readonly commit: string }
    | {
        readonly refused: Exclude<MergeRefusal, 'denied'>
        readonly reason: string
        readonly conflicts?: readonly string[]
        /** By a restore: it may have been made since. */
        readonly isForgotten?: true
      }
}

interface State {
  readonly pull: Pull
  readonly checkpoint: Checkpoint | undefined
  readonly job: Job | undefined
  readonly rejected: readonly RejectedPart[]
}

/** Said of what has happened, so neither a job that has ended nor a kill switch stands in the way of it. */
export const recordMerge: Verb<RecordMerge, State, Pull> = {
  load: async (read, { pull: id }) => {
    const pull = await loadPull(read, id)
    const checkpoint = await loadAsked(read, pull)
    const rejected = await loadRejected(read, pull, checkpoint)
    return { pull, checkpoint, rejected, job: await read.get('jobs', pull.job) }
  },
  decide: ({ pull, job, checkpoint, rejected }, { outcome, by = SYSTEM, found, claimed }, now) => {
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    if ('commit' in outcome) {
      // Two may have merged at once; it was the same commit.
      if (pull.commit === outcome.commit) return { events: [], effects: [], result: pull }
      const isFound = found !== undefined && pull.status === 'open' && pull.merge === null
      if (isFound) refuseUnpermitted({ pull, checkpoint, rejected }, found)
      else refuseUnclaimed(pull)
      const result: Pull = { ...pull, status: 'merged', commit: outcome.commit, ended_at: now.toISOString() }
      const ended = job !== undefined && hasEnded(job) ? { job: job.status } : {}
      const merged = event('pull_merged', {
        ...{ pull: pull.id, commit: outcome.commit, ...ended },
        ...(isFound && { found: true }),
      })
      return { events: [merged], effects: [], result }
    }
    if (isOther(pull, claimed)) return { events: [], effects: [], result: pull }
    return comeToNothing({ pull, job, checkpoint }, outcome, event)
  },
}

/** Whoever was slow may speak of a merge that is over: what people have approved since, and somebody has claimed, is another one. */
function isOther({ merge }: Pull, claimed: string | undefined): boolean {
  return claimed !== undefined && merge !== null && merge.at !== claimed
}

type Nothing = Extract<RecordMerge['outcome'], { readonly refused: unknown }>

function comeToNothing(
  { pull, job, checkpoint }: Omit<State, 'rejected'>,
  outcome: Nothing,
  event: ReturnType<typeof eventMaker>,
): Outcome<Pull> {
  // Two may have tried under one claim; the other has said already that it came to nothing.
  if (pull.status === 'open' && pull.merge === null) return { events: [], effects: [], result: pull }
  refuseUnclaimed(pull)
  const { refused: why, reason, conflicts } = outcome
  const known = conflicts === undefined ? {} : { conflicts }
  const approval = whatOfApproval({ pull, checkpoint }, outcome)
  const after: Pull = { ...pull, merge: null }
  // The job ended while it was being merged, so nobody brings it to an end any more.
  const isLeft = job !== undefined && hasEnded(job)
  const { events, effects } = closeWithJob(isLeft ? [after] : [], `Its job is ${job?.status}.`, event)
  return {
    events: [event('merge_refused', { pull: pull.id, why, reason, ...known, ...approval }), ...events],
    effects,
    result: isLeft ? { ...after, status: 'closed' } : after,
  }
}

/**
 * Where the forge only does not want it yet, nothing that was approved has changed: the approval can permit another claim, unless somebody
 * takes it back before. Only what this very claim has spent comes back. A restore gives nothing back: the merge may have been made since.
 */
function whatOfApproval(
  { pull, checkpoint }: Pick<State, 'pull' | 'checkpoint'>,
  { refused, isForgotten }: Nothing,
): Pick<PullEvents['merge_refused'], 'gives_back' | 'forgets'> {
  if (isForgotten && checkpoint) return { forgets: checkpoint.id }
  const isSpentOnIt = checkpoint?.spent_at === pull.merge?.at
  return refused === 'not_mergeable' && checkpoint && isSpentOnIt ? { gives_back: checkpoint.id } : {}
}

/**
 * Whether a merge that no claim is known of may have been ours: people approved exactly this and nobody has voided that, or a restore took
 * the question away, so that nobody knows what they said since. Our account alone proves nothing: somebody else may have its credentials.
 */
export function mayBeOurs({ pull, checkpoint, rejected }: Omit<State, 'job'>): boolean {
  if (checkpoint?.status === 'approved') {
    // A claim spends the approval, so that a merge of ours with an unspent one is possible only where nothing held the claim up.
    const isHeld = pull.blocking.length > 0 || rejected.length > 0 || owedOn(pull, checkpoint) > 0
    const stands = (checkpoint.spent_at === null && !isHeld) || checkpoint.forgotten === true
    return stands && isAbout(pull, checkpoint.gate, checkpoint.content_hash)
  }
  return checkpoint?.status === 'superseded' && checkpoint.resolution?.by.kind === 'system'
}

function refuseUnpermitted(state: Omit<State, 'job'>, found: string): void {
  if (found === state.pull.head && mayBeOurs(state)) return
  const message = `Our own account merged ${found.slice(0, 10)} of ${state.pull.id} on the forge, and nobody has approved that here.`
  throw new AppError('not_approved', [], { message })
}

function refuseUnclaimed(pull: Pull): void {
  if (pull.status === 'open' && pull.merge !== null) return
  throw new AppError('pull_ended', [], { message: `No merge of ${pull.id} was permitted.` })
}
