import { acceptedAlong, contradictedNo } from '../../model/accepts-parts.ts'
import { beingMerged } from '../../model/being-merged.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import { nobodyAsked } from '../../model/nobody-asked.ts'
import type { Pull, Round } from '../../model/pull.ts'
import { mention } from '../../model/quote.ts'
import type { RejectedPart } from '../../model/rejected-part.ts'
import type { Review } from '../../model/review.ts'
import type { Draft, FileVerdict, Marks, ReviewThread } from '../../model/review-thread.ts'
import { MOST_PLACES } from '../../review/where-stands.ts'
import { eventMaker } from '../event-maker.ts'
import type { NewEvent } from '../ports.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import { expiredError, judgeReview, loadReview } from '../review-checkpoint.ts'
import type { ReviewCheckpoint, Reviewed, ReviewState } from '../review-state.ts'
import { ownAt, roundAt } from '../tables.ts'
import type { Verb } from '../verb.ts'
import { complaintsIn, type Remarked, remarkedOn, timesBack } from './complaints.ts'
import { newThreads, refuseUnfitThreads, talkedOf, type Written } from './new-threads.ts'
import { loadPull, mergeEffect, refuseClosed, refuseMerging, reviewerOf } from './pull-state.ts'
import { cameBackIn, stalledIn } from './review-stall.ts'
import { asTakenBack, judgedPart, keyOf } from './standing-noes.ts'
import { takenBack, takesBack } from './take-back.ts'
import { wordlessReview } from './wordless-review.ts'

/** A person submits a whole review at once: an answer, and everything they wrote on the way to it. */
export interface SubmitReview extends Omit<ReviewCheckpoint, 'review' | 'checkpoint' | 'batch'>, Written {
  readonly pull: PullId
  /** The commit that was on the screen. */
  readonly head: string
  readonly answer: Extract<Review['answer'], 'approve' | 'request_changes' | 'comment' | 'reject'>
  /** What it comes to, in words; may be empty where the threads say it. */
  readonly text: string
  readonly verdicts: readonly FileVerdict[]
}

interface State extends ReviewState {
  readonly pull: Pull
  readonly talked: ReadonlyMap<string, ReviewThread>
  readonly remarked: readonly Remarked[]
  /** The newest. */
  readonly round: Round | undefined
  /** What its author has judged before. */
  readonly marks: Marks | undefined
  /** What stands rejected and was brought back as it was, too often. */
  readonly cameBack: Awaited<ReturnType<typeof cameBackIn>>
}

export const submitReview: Verb<SubmitReview, State, Reviewed> = {
  load: async (read, input, policies) => {
    const pull = await loadPull(read, input.pull)
    if (pull.checkpoint === null) {
      // Who may not see it is told the same as where there is none.
      reviewerOf(pull, input.by, await read.get('people', input.by.id))
      throw nobodyAsked(pull)
    }
    const marks = await read.get('marks', ownAt(pull.id, input.by.id))
    await read.get('drafts', ownAt(pull.id, input.by.id))
    const talked = await talkedOf(read, pull, input.threads)
    const review = await loadReview(read, toReview(pull, input), policies)
    const round = await read.get('rounds', roundAt(pull.id, pull.round))
    const remarked = await remarkedOn(read, pull)
    return { ...review, pull, talked, remarked, round, marks, cameBack: await cameBackIn(read, pull, review.rejected) }
  },
  decide: (state, given, now) => {
    const { pull } = state
    const input = withPartsAlong(state, given)
    reviewerOf(pull, input.by, state.person)
    // Silence may have closed it, and whoever comes a moment later is told that.
    if (state.checkpoint.status === 'expired') throw expiredError(state.checkpoint)
    refuseClosed(pull)
    refuseEarlierRound(pull, input)
    refuseUnfit(state, input)
    const { answer, text, verdicts } = input
    const about = { tenant: pull.tenant, actor: input.by, now, job: pull.job, checkpoint: pull.checkpoint }
    const event = eventMaker(about)
    const complaints = complaintsIn(state)
    const threads = newThreads(pull, input, { by: input.by, at: now.toISOString(), complaints })
    const keeps = keptNoes(state, input)
    const kept = keeps.length > 0 && { keeps }
    const submitted = [
      event('review_submitted', { pull: pull.id, round: pull.round, answer, text, threads, verdicts, ...kept }),
      ...acceptedAfterAll(state, input, event),
    ]
    const blocking = threads.filter(({ kind }) => kind === 'blocking').map(({ id }) => id)
    const after: ReviewState = { ...state, pull: { ...pull, blocking: [...pull.blocking, ...blocking] } }
    // Words that only lead to comments are the same each time, whatever those say.
    const times = threads.length > 0 ? 0 : timesBack(complaints, { anchor: null, text })
    const said = { threads, text, times }
    const stalled = sendsBack(input) ? stalledIn({ ...state, said, cameBack: stillRejected(state, input) }, event) : []
    if (takesBack(state, input)) {
      // The forge may refuse the merge yet, and then the no counts; should it be made, it came too late.
      refuseMerging(pull)
      const why = { by: input.by, text: reasonOf(pull, input), answer, now }
      const taken = takenBack(state, { event, submitted, said: why, stalled })
      return { ...taken, events: taken.events.flatMap((one) => remarkOf(state, input, one)) }
    }
    if (freesApproved(state, input)) {
      refuseMerging(pull)
      const { status, revision } = state.checkpoint
      const effects = [mergeEffect(pull.id, pull.tenant, `accepted:${now.toISOString()}`)]
      return { events: submitted, effects, result: { status, revision, missing: 0, grant: null } }
    }
    refuseTooLate(pull, input)
    const judged = judgeReview(after, toReview(pull, input), now)
    if ('error' in judged) return judged
    return {
      ...judged,
      events: [...submitted, ...judged.events.flatMap((one) => remarkOf(state, input, one)), ...stalled],
    }
  },
}

function refuseEarlierRound({ id, head, round }: Pull, input: SubmitReview): void {
  if (input.head === head) return
  const message = `Round ${round} of ${id} has arrived since. Look at it first; what you wrote is kept.`
  throw new AppError('head_moved', [], { message, details: { head, round: String(round) } })
}

/** A claimed merge is taken back by no review, so whoever would like to is told what still stops it. What is said on a forge is heard there. */
function refuseTooLate(pull: Pull, { answer, on_forge }: SubmitReview): void {
  if (pull.merge === null || answer === 'approve' || on_forge === true) return
  throw beingMerged(`${pull.id} is approved and being merged, and no review takes that back any more.`, pull)
}

/** A review of a pull request is a review of the checkpoint that holds it. */
function toReview(pull: Pull, input: SubmitReview): ReviewCheckpoint {
  const { by, content_hash, step_up, grant, answer, text, on_forge } = input
  if (pull.checkpoint === null) throw nobodyAsked(pull)
  const reason = reasonOf(pull, input)
  const review: Review =
    answer === 'approve' ? { answer, ...(text.trim() !== '' && { reason: text }) } : { answer, reason }
  const given = { checkpoint: pull.checkpoint, by, content_hash, review, step_up, batch: false, grant }
  return { ...given, ...(on_forge && { on_forge }) }
}

/** What only counts the threads is nobody's remark, so that nobody has to answer it. Sent back it is all the same. */
function remarkOf({ pull }: State, { answer, text, threads }: SubmitReview, event: NewEvent): readonly NewEvent[] {
  if (event.type !== 'checkpoint_remarked' || text.trim() !== '') return [event]
  if (answer === 'comment') return []
  if (countOf(pull, threads) === 0) return [event]
  return [{ ...event, data: { remark: { ...event.data.remark, wordless: true } } }]
}

/** How many threads the agent has to answer. */
function countOf({ unanswered }: Pull, threads: readonly Draft[]): number {
  return new Set([...unanswered, ...threads.map(({ id }) => id)]).size
}

/** What a review comes to, in words. */
function reasonOf(pull: Pull, { text, threads, verdicts }: SubmitReview): string {
  return text.trim() === '' ? wordlessReview(pull, { threads, verdicts }) : text
}

/** Somebody got the right to decide, and their no with it, after others had approved, and accepts it after all. */
function freesApproved({ checkpoint, person, rejected }: State, { answer, threads, verdicts, ...input }: SubmitReview) {
  const isHeldByThem = checkpoint.status === 'approved' && rejected.some(({ by }) => by === person?.id)
  const isYes = answer === 'comment' && threads.length === 0 && verdicts.length > 0
  const isAll = verdicts.every(({ verdict }) => verdict === 'accepted')
  return isHeldByThem && isYes && isAll && input.content_hash === checkpoint.content_hash
}

/** Whether the agent would go for another round because of it. Rejecting the whole ends the pull request instead. */
function sendsBack({ answer, verdicts }: SubmitReview): boolean {
  return (
    answer === 'request_changes' || (answer === 'comment' && verdicts.some(({ verdict }) => verdict === 'rejected'))
  )
}

/** Whoever accepts a whole file accepts each part of it that they had rejected. An approval takes all of that back by itself. */
function withPartsAlong({ rejected }: State, input: SubmitReview): SubmitReview {
  if (input.answer === 'approve') return input
  const files = new Map(input.verdicts.map(({ path, file }) => [path, file]))
  const along = acceptedAlong(input.verdicts, rejected, input.by.id).map(
    ({ path, hunk }): FileVerdict => ({ path, file: files.get(path) ?? '', hunk, verdict: 'accepted', reason: '' }),
  )
  return along.length === 0 ? input : { ...input, verdicts: [...input.verdicts, ...along] }
}

/** What came back too often, but for what its author accepts with this very review. */
function stillRejected({ cameBack }: State, input: SubmitReview): State['cameBack'] {
  return cameBack.filter((part) => part.by !== input.by.id || !isAccepted(part, input))
}

function isAccepted(part: RejectedPart, { verdicts }: SubmitReview): boolean {
  return verdicts.some(({ path, hunk, verdict }) => verdict === 'accepted' && path === part.path && hunk === part.hunk)
}

/**
 * A no to what stands elsewhere by now, or beside other changes, is taken back by accepting it there, unless it stands in another place as
 * well, or in so many that not all of them are named. On the part itself one verdict takes the place of the other, and a yes to the whole takes everything back.
 */
function acceptedAfterAll(
  { pull, rejected }: State,
  input: SubmitReview,
  event: ReturnType<typeof eventMaker>,
): readonly NewEvent[] {
  if (input.answer === 'approve') return []
  const own = rejected.filter(({ by }) => by === input.by.id)
  const places = Map.groupBy(own.flatMap(keysOf), (key) => key)
  const left = new Set([
    ...own.filter((part) => !isAccepted(part, input)).flatMap(keysOf),
    ...[...places].flatMap(([key, all]) => (all.length < MOST_PLACES ? [] : [key])),
  ])
  const back = own
    .filter((part) => isAccepted(part, input))
    .flatMap(({ path, hunk, judged }) =>
      judged.filter((one) => (one.path !== path || one.hunk !== hunk) && !left.has(keyOf(judgedPart(one)))),
    )
  const parts = [...new Map(back.map((one) => [keyOf(judgedPart(one)), asTakenBack(one)])).values()]
  return parts.length === 0 ? [] : [event('verdicts_taken_back', { pull: pull.id, parts })]
}

/**
 * What its author had rejected of whole files that they judge as they are by now: a file that has changed is another one, and what is said of
 * that takes nothing back. Where it stands under other lines or another name, accepting it there does.
 */
function keptNoes({ marks, rejected }: State, input: SubmitReview): readonly Pick<FileVerdict, 'path' | 'file'>[] {
  const accepted = rejected.filter((part) => part.by === input.by.id && isAccepted(part, input))
  const gone = new Set(accepted.flatMap(keysOf))
  const isOther = (old: FileVerdict) =>
    input.verdicts.some(({ path, file, hunk }) => hunk === null && path === old.path && file !== old.file)
  const noes = (marks?.verdicts ?? []).filter(({ verdict, hunk }) => verdict === 'rejected' && hunk === null)
  return noes
    .filter((old) => isOther(old) && !gone.has(keyOf(judgedPart(old))))
    .map(({ path, file }) => ({ path, file }))
}

function keysOf({ judged }: RejectedPart): readonly string[] {
  return judged.map((one) => keyOf(judgedPart(one)))
}

function refuseUnfit(state: State, { threads, answer, text, verdicts }: SubmitReview): void {
  const { pull } = state
  refuseSecrets({ threads, text, verdicts }, '')
  refuseUnfitThreads(state, threads)
  refuseUnfitVerdicts(state, verdicts)
  if (answer === 'reject' && text.trim() === '') {
    throw new AppError('invalid_input', [], { message: 'Say why, in a sentence: it ends the pull request.' })
  }
  const both = contradictedNo(verdicts)
  if (both) {
    const message = `You accept all of ${both.path}, and reject a part of it. Take one of the two back.`
    throw new AppError('invalid_input', [], { message })
  }
  const no = verdicts.find(({ verdict }) => verdict === 'rejected')
  if (answer === 'approve' && no) {
    // An approval is of the whole tree; what of it counts nobody could tell.
    const message = `You reject a part of ${no.path}, and approve all of it. Request changes, or take that back.`
    throw new AppError('invalid_input', [], { message })
  }
  const says = threads.length + verdicts.length + pull.unanswered.length > 0 || text.trim() !== ''
  if (answer !== 'approve' && !says) {
    throw new AppError('invalid_input', [], {
      message: 'Say what should change: in a comment, on a file, or in words.',
    })
  }
}

/** A verdict on what the newest round does not have would be lost, and its author believe that it counts. */
function refuseUnfitVerdicts({ pull, round }: State, verdicts: readonly FileVerdict[]): void {
  const files = new Map(round?.files.map((file) => [file.path, file]))
  const isThere = ({ path, file: hash, hunk }: FileVerdict) => {
    const file = files.get(path)
    return file !== undefined && (hunk === null ? file.hash === hash : file.hunks.some((one) => one.hash === hunk))
  }
  const problems = verdicts.flatMap((verdict, at) => {
    if (isThere(verdict)) return []
    const part = verdict.hunk === null ? 'what you judged of' : 'the part that you judged of'
    const message = `Round ${pull.round} of ${pull.id} does not have ${part} ${mention(verdict.path)}. Look at it again and judge what it has, or leave that verdict out; nothing of the review is sent.`
    return [{ code: 'invalid_value', message, path: `/verdicts/${at}` } as const]
  })
  if (problems.length > 0) throw new AppError('invalid_input', problems)
}
