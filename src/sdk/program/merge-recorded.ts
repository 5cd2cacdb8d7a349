import type { MergeOutcome } from '../../engine/ports.ts'
import { unresolved } from '../../engine/pull/pull-state.ts'
import { loadRejected, rejectedError } from '../../engine/pull/rejected-parts.ts'
import { Reader } from '../../engine/reader.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { AppError, type ErrorCode } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import { owedOn } from '../../model/owed-on.ts'
import type { Pull } from '../../model/pull.ts'
import { PATIENT_MS } from '../forge/hand.ts'
import { mergePull } from '../pull/merge-pull.ts'
import { orLater } from './or-later.ts'
import type { Run } from './run.ts'
import { step } from './step.ts'

/** Why a merge was not made that another round can mend. */
const AGAIN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'not_approved',
  'unresolved_threads',
  'rejected_parts',
  'unanswered_remarks',
  'head_moved',
  // Somebody has rejected it after all, which is for the rounds to find out.
  'pull_ended',
])

/**
 * Blocking threads and rejected parts are for people to settle. Until then the program is left, as at any hold; but not while the agent owes
 * them an answer, nor where a program that runs again only passes by, because people were asked about a later round since. That question may be
 * void by now, and then nobody can settle anything before the program has come to ask anew.
 */
export async function waitForPeople(run: Run, id: PullId): Promise<void> {
  const pull = (await run.context.store.get('pulls', id))?.row
  if (pull?.status !== 'open' || pull.merge !== null) return
  const asked = await askedAbout(run, pull)
  const isStillAsked = asked !== undefined && asked.status !== 'approved'
  const why = pull.blocking.length > 0 ? unresolved(pull) : await whyRejected(run, pull, asked)
  if (why === null || isStillAsked || owedOn(pull, asked) > 0 || (await isTakenBack(run, pull))) return
  throw run.leave(new AppError('held', [], { message: why.message }))
}

async function whyRejected({ context }: Run, pull: Pull, asked: Checkpoint | undefined): Promise<AppError | null> {
  const rejected = await loadRejected(new Reader(context.store), pull, asked)
  return rejected.length === 0 ? null : rejectedError(pull, rejected)
}

/** Somebody wants it changed after all, so that it is the agent's turn, and not the people's. */
export async function isTakenBack(run: Run, pull: Pull): Promise<boolean> {
  const asked = await askedAbout(run, pull)
  return pull.merge === null && asked?.status === 'approved' && asked.spent_at !== null
}

async function askedAbout({ context }: Run, { checkpoint }: Pull): Promise<Checkpoint | undefined> {
  return checkpoint === null ? undefined : (await context.store.get('checkpoints', checkpoint))?.row
}

/** Merges what was permitted; what came of it is a call of the program's. */
export async function mergeRecorded(run: Run, id: PullId): Promise<MergeOutcome> {
  return step(run, 'merge', await merging(run, id))
}

/** Where a forge keeps `main`, it is asked for the merge before that is recorded: one that is away is no failure of the job. */
async function merging(run: Run, id: PullId): Promise<() => Promise<MergeOutcome>> {
  if (run.context.forge === undefined) return () => orLater(run, () => merge(run, id))
  try {
    const outcome = await orLater(run, () => merge(run, id))
    return async () => outcome
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'held') throw error
    // What is really wrong is recorded, so that the program is told the same whenever it runs again.
    return () => Promise.reject(error)
  }
}

/** What can't be merged as it was approved is offered and asked about again; nothing of it is a failure of the job. */
async function merge({ context, by }: Run, pull: PullId): Promise<MergeOutcome> {
  try {
    return await mergePull(context, { pull, by, patienceMs: PATIENT_MS })
  } catch (error) {
    if (error instanceof AppError && AGAIN.has(error.code)) return { refused: 'head_moved', reason: error.message }
    throw error
  }
}
