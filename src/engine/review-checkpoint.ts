import type { Actor } from '../model/actor.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import type { PersonId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import { isOutlived, OUTLIVED } from '../model/outlived-approval.ts'
import type { Person } from '../model/person.ts'
import type { Review } from '../model/review.ts'
import { refuseMisreferences } from '../model/secret-reference.ts'
import { hasPart, mayDecide, maySee } from './access.ts'
import { answerReview } from './answer-review.ts'
import { THE_SETTINGS } from './apply.ts'
import { eventMaker } from './event-maker.ts'
import { loadJob, noSuch } from './job-state.ts'
import { isOverdue, whenOverdue } from './overdue.ts'
import type { Policies } from './policies.ts'
import { isAbout, unresolved } from './pull/pull-state.ts'
import { loadRejected, rejectedError } from './pull/rejected-parts.ts'
import { type SaidSoFar, saidSoFar, stalledById } from './pull/sent-back-by-id.ts'
import { loadUnseen, unseenError } from './pull/unseen-files.ts'
import type { Reader } from './reader.ts'
import { refusalId, refusedBy } from './refuse.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { ReviewCheckpoint, Reviewed, ReviewState } from './review-state.ts'
import { proves, stillHas } from './step-up.ts'
import type { Outcome, Refused, Verb } from './verb.ts'

export type { ReviewCheckpoint, Reviewed, ReviewState } from './review-state.ts'

/** A review by somebody who may decide. */
interface Deciding extends Pick<ReviewState, 'checkpoint' | 'job' | 'solo' | 'pull' | 'rejected' | 'unseen'> {
  readonly person: Person
}

interface State extends ReviewState {
  readonly before: SaidSoFar | undefined
}

export const reviewCheckpoint: Verb<ReviewCheckpoint, State, Reviewed> = {
  load: async (read, input, policies) => {
    const state = await loadReview(read, input, policies)
    return { ...state, before: await saidSoFar(read, state, input) }
  },
  decide: (state, input, now) => {
    const judged = judgeReview(state, input, now)
    if ('error' in judged) return judged
    const { tenant, job, id: checkpoint } = state.checkpoint
    const event = eventMaker({ tenant, actor: input.by, now, job, checkpoint })
    return { ...judged, events: [...judged.events, ...stalledById(state, input, event)] }
  },
}

/** Everything that a review has to know. */
export async function loadReview(read: Reader, input: ReviewCheckpoint, policies: Policies): Promise<ReviewState> {
  const checkpoint = await read.get('checkpoints', input.checkpoint)
  // An agent is told the same of what is there and what is not.
  if (checkpoint === undefined) throw isPerson(input.by) ? noSuch('checkpoint', input.checkpoint) : notHuman(input.by)
  const job = await loadJob(read, checkpoint.job, policies)
  const voters = new Map<PersonId, Person | undefined>()
  for (const { by } of checkpoint.votes) voters.set(by, await read.get('people', by))
  const person = await read.get('people', input.by.id)
  if (input.review.answer === 'reject') await noteRefusals(read, checkpoint, job.job)
  const settings = await read.get('settings', THE_SETTINGS)
  const pull = checkpoint.pull === undefined ? undefined : await read.get('pulls', checkpoint.pull)
  const { step_up, by } = input
  const hasPasskey = step_up?.kind !== 'passkey' || stillHas((await read.get('passkeys', by.id))?.keys ?? [], step_up)
  const rejected = await loadRejected(read, pull, checkpoint)
  const unseen = await loadUnseen(read, pull, input)
  return { checkpoint, job, person, voters, solo: settings?.solo ?? false, pull, hasPasskey, rejected, unseen }
}

/** A no writes them, whatever was said of the same calls meanwhile. */
async function noteRefusals(read: Reader, checkpoint: Checkpoint, job: Job): Promise<void> {
  for (const call of refusedBy(checkpoint)) await read.get('refusals', refusalId(job, call))
}

/** What a review comes to. */
export function judgeReview(state: ReviewState, input: ReviewCheckpoint, now: Date): Outcome<Reviewed> | Refused {
  const { checkpoint, person } = state
  if (!isPerson(input.by)) return denied(checkpoint, input, now)
  if (!maySee(person, checkpoint.tenant)) throw noSuch('checkpoint', checkpoint.id)
  if (!isOverdue(checkpoint, now)) return answer(state, input, now)

  // Nobody swept yet; the clock judges all the same.
  const event = eventMaker({ tenant: checkpoint.tenant, actor: input.by, now })
  const { events, effects, expired } = whenOverdue({ checkpoint, job: state.job.job, pull: state.pull }, event, now)
  if (expired) return { events, effects, error: expiredError(checkpoint) }
  return overdueFirst(state, input, { events, now })
}

/** The checkpoint has other approvers by now, so it is answered in a second go; the first one is kept. */
function overdueFirst(
  state: ReviewState,
  input: ReviewCheckpoint,
  { events, now }: Pick<Refused, 'events'> & { now: Date },
) {
  const [overdue] = events
  if (overdue?.type !== 'checkpoint_overdue') throw new Error('What is overdue and not expired has other terms.')
  const { approvers, deadline } = overdue.data
  const terms = { ...state.checkpoint.terms, approvers }
  const outcome = answer({ ...state, checkpoint: { ...state.checkpoint, terms, deadline } }, input, now)
  return { ...outcome, events: [...events, ...outcome.events] }
}

function answer(state: ReviewState, input: ReviewCheckpoint, now: Date) {
  refuseUnfit(state, input, now)
  refuseSecrets(input.review, '/review')
  refuseMisreferences(input.review, '/review')
  const outcome = answerReview(state, input, now)
  // Last of all: a proof is used up, and nobody gives one for an answer that is refused whatever they prove.
  refuseUnproved(state, input, now)
  return outcome
}

/** Everything that stands between a person and an answer, the plainest reason first. */
function refuseUnfit(state: ReviewState, input: ReviewCheckpoint, now: Date): void {
  const { checkpoint, person } = state
  const { review } = input
  if (checkpoint.status === 'expired') throw expiredError(checkpoint)
  if (checkpoint.status !== 'pending') throw resolvedError(state, input.by, now)
  if (!mayDecide(person, checkpoint)) {
    throw new AppError('not_authorised', [], { message: `${input.by.id} may not decide checkpoint ${checkpoint.id}.` })
  }
  if (input.content_hash !== checkpoint.content_hash) {
    throw new AppError('stale_content', [], {
      message: `This is not the hash of checkpoint ${checkpoint.id}, revision ${checkpoint.revision}. Look at it again.`,
      details: {
        checkpoint: checkpoint.id,
        content_hash: checkpoint.content_hash,
        revision: String(checkpoint.revision),
      },
    })
  }
  if (!checkpoint.terms.answers.includes(review.answer)) {
    const message = `Checkpoint ${checkpoint.id} takes ${checkpoint.terms.answers.join(', ')}.`
    throw new AppError('answer_not_allowed', [], { message, details: { checkpoint: checkpoint.id } })
  }
  if (LETS_GO_ON.has(review.answer)) refuseUnfitApproval({ ...state, person }, input)
}

/** Answers after which the agent goes on. */
const LETS_GO_ON: ReadonlySet<Review['answer']> = new Set(['approve', 'edit', 'respond'])

/** Saying no needs nothing more; saying yes may need other eyes. */
function refuseUnfitApproval(state: Deciding, input: ReviewCheckpoint): void {
  const { checkpoint, person, job, solo } = state
  if (checkpoint.sent_back) throw new AppError('sent_back')
  refuseUnfitPull(state)
  if (solo) return
  const edits = input.review.answer === 'edit'
  if (!edits && hasPart(person, checkpoint, job)) throw new AppError('self_approval')
}

/** Saying yes to what can't be undone needs a proof of presence too. Whoever works alone proves nothing. */
function refuseUnproved(state: ReviewState, input: ReviewCheckpoint, now: Date): void {
  const { checkpoint, solo, hasPasskey } = state
  const { id, content_hash, terms } = checkpoint
  if (solo || !LETS_GO_ON.has(input.review.answer)) return
  const wanted = { do: 'answer', checkpoint: id, content_hash } as const
  if (terms.irreversible && !(hasPasskey && proves(input.step_up, wanted, now))) throw new AppError('step_up_needed')
}

/** Nobody approves a tree that is not the one on the screen, that is blocked or rejected in part, that they have not seen all of, or that they have put there themselves. */
function refuseUnfitPull({ checkpoint, person, solo, pull, rejected, unseen }: Deciding): void {
  if (pull === undefined) return
  if (!isAbout(pull, checkpoint.gate, checkpoint.content_hash)) {
    throw new AppError('stale_content', [], {
      message: `Checkpoint ${checkpoint.id} is not about the newest round of ${pull.id}.`,
      details: { next: `Look at the newest round: leeway pr show ${pull.id}` },
    })
  }
  if (pull.blocking.length > 0) throw unresolved(pull)
  // What they rejected themselves they take back with a yes to the whole.
  const others = rejected.filter(({ by }) => by !== person.id)
  if (others.length > 0) throw rejectedError(pull, others)
  if (!solo && pull.pushed_by.includes(person.id)) throw new AppError('self_approval')
  if (unseen.length > 0) throw unseenError(pull, unseen)
}

/** That somebody tried is worth knowing. */
function denied({ tenant, id, job }: Checkpoint, { by, review }: ReviewCheckpoint, now: Date): Refused {
  const event = eventMaker({ tenant, actor: by, now, job, checkpoint: id })
  return {
    events: [event('access_denied', { wanted: review.answer, why: 'actor_not_human' })],
    effects: [],
    error: notHuman(by),
  }
}

function isPerson({ kind }: Actor): boolean {
  return kind === 'person'
}

function notHuman({ id, kind }: Actor): AppError {
  return new AppError('actor_not_human', [], { message: `Only a person may decide; ${id} is of kind ${kind}.` })
}

/** What whoever answers too late is told. */
export function expiredError({ id, deadline }: Checkpoint): AppError {
  const message = `Nobody answered checkpoint ${id} by ${deadline}, so it is expired.`
  return new AppError('expired', [], { message, details: { checkpoint: id } })
}

function resolvedError({ checkpoint, pull }: Pick<ReviewState, 'checkpoint' | 'pull'>, me: Actor, now: Date): AppError {
  const { id, status, resolution, resolved_at } = checkpoint
  const by = resolution?.by.id ?? 'somebody'
  const at = resolved_at ?? ''
  const isMine = resolution?.by.kind === me.kind && by === me.id
  const first = isMine ? `You answered it yourself ${ago(at, now)}` : `${by} was faster`
  const since = pull?.status === 'open' && isOutlived(pull, checkpoint) ? ` ${OUTLIVED}` : ''
  return new AppError('already_resolved', [], {
    message: `${first}: checkpoint ${id} is ${status} since ${at}.${since}`,
    details: { checkpoint: id, by, at, status, ...(isMine && { yourself: 'true' }) },
  })
}

/** Long enough ago not to count seconds, somebody reads the time itself. */
function ago(at: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1000))
  if (seconds >= 120) return 'before'
  return seconds === 1 ? '1 second ago' : `${seconds} seconds ago`
}
