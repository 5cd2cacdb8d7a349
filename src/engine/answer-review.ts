import type { Checkpoint, Remark, Resolution, Vote } from '../model/checkpoint.ts'
import type { Content } from '../model/content.ts'
import { AppError } from '../model/errors.ts'
import type { Grant } from '../model/grant.ts'
import type { PersonId } from '../model/ids.ts'
import type { Review } from '../model/review.ts'
import { checkpointAfter } from './checkpoint-after.ts'
import { contentHash, fingerprintOf } from './content-hash.ts'
import { gateAbout, isAction } from './content-of.ts'
import { countingVotes } from './counting-votes.ts'
import { decideToKeep } from './decide-to-keep.ts'
import { eventMaker } from './event-maker.ts'
import { grantedCall } from './granted-call.ts'
import type { Effect, NewEvent } from './ports.ts'
import { closeOnForge } from './pull/close-pull.ts'
import { asTakenBack } from './pull/standing-noes.ts'
import { factsForAncestors, refusalOf, refusedBy } from './refuse.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import { refuseUnfitResponse } from './response-schema.ts'
import type { ReviewCheckpoint, Reviewed, ReviewState } from './review-state.ts'
import { kept } from './step-up.ts'
import type { Outcome } from './verb.ts'

type Of<Answer extends Review['answer']> = Extract<Review, { answer: Answer }>

interface Context {
  readonly state: ReviewState
  readonly input: ReviewCheckpoint
  readonly event: ReturnType<typeof eventMaker>
  readonly now: Date
}

/** What a fitting answer does. */
export function answerReview(state: ReviewState, input: ReviewCheckpoint, now: Date): Outcome<Reviewed> {
  const { tenant, id, job } = state.checkpoint
  const context = { state, input, now, event: eventMaker({ tenant, actor: input.by, now, job, checkpoint: id }) }
  const { review } = input
  switch (review.answer) {
    case 'approve':
      return approve(context, review)
    case 'edit':
      return edit(context, review)
    case 'reject':
      return reject(context, review)
    case 'respond':
      return respond(context, review)
    default:
      return remark(context, review)
  }
}

/** A yes, with what may be said beside it. */
type Permission = Pick<Of<'approve'>, 'reason' | 'grant'>

function approve(context: Context, { reason, grant: bounds }: Permission): Outcome<Reviewed> {
  const { checkpoint } = context.state
  const grant = bounds === undefined ? null : grantOf(context, bounds)
  const missing = checkpoint.terms.quorum - new Set([...countingVotes(context.state), personOf(context)]).size
  if (missing > 0) {
    // A permission beyond the one time is given by whoever completes the approval, with open eyes.
    if (grant)
      throw new AppError('grant_unfit', [], { message: 'Only the last of several approvers can leave a grant.' })
    return { events: yes(context), effects: [], result: standing(checkpoint, { missing }) }
  }
  const resolution = resolutionOf(context, { answer: 'approve', reason: reason ?? null, grant: grant?.id ?? null })
  return {
    events: [
      ...yes(context),
      ...(grant ? [context.event('grant_minted', { grant })] : []),
      context.event('checkpoint_resolved', { status: 'approved', resolution }),
    ],
    effects: mergesOf(checkpoint),
    result: standing(checkpoint, { status: 'approved', grant: grant?.id ?? null }),
  }
}

/** What was approved is merged, whoever is there to do it. */
function mergesOf({ pull, tenant, id, revision }: Checkpoint): readonly Effect[] {
  if (pull === undefined) return []
  return [{ id: `merge:${id}:${revision}`, kind: 'merge_pull', tenant, body: { pull } }]
}

/** A vote for the whole; what its author had rejected of it before is rejected no more. */
function yes(context: Context): readonly NewEvent[] {
  const { pull, rejected } = context.state
  const own = rejected.filter(({ by }) => by === personOf(context)).flatMap(({ judged }) => judged.map(asTakenBack))
  if (pull === undefined || own.length === 0) return [voted(context)]
  return [voted(context), context.event('verdicts_taken_back', { pull: pull.id, parts: own })]
}

function voted(context: Context): NewEvent {
  const { checkpoint } = context.state
  const { content_hash } = checkpoint
  const vote: Vote = { by: personOf(context), at: context.now.toISOString(), content_hash, ...stepUpOf(context) }
  return context.event('checkpoint_voted', { vote })
}

function grantOf(context: Context, bounds: Grant['bounds']): Grant {
  const { state, input, now } = context
  const { checkpoint } = state
  const { gate } = checkpoint
  if (input.batch) throw new AppError('grant_in_batch')
  if (!isAction(gate)) {
    throw new AppError('grant_unfit', [], { message: 'Only a call of a tool or an action can be granted again.' })
  }
  if (checkpoint.terms.irreversible) {
    throw new AppError('grant_unfit', [], { message: 'What can not be undone is approved each time.' })
  }
  return {
    id: input.grant,
    tenant: checkpoint.tenant,
    agent: checkpoint.agent,
    fingerprint: grantedCall(gate, checkpoint.content_hash),
    ...(gate.kind === 'action' && { confidence: gate.confidence }),
    bounds,
    job: bounds.job ? checkpoint.job : null,
    owner: personOf(context),
    from: checkpoint.id,
    example: checkpoint.content,
    hits: 0,
    minted_at: now.toISOString(),
    revoked_at: null,
    revoked_by: null,
  }
}

/** Another content is another revision: the policy is asked again, and earlier votes are void. */
function edit(context: Context, review: Of<'edit'>): Outcome<Reviewed> {
  const { state, event, now } = context
  const { checkpoint, job, solo } = state
  if (checkpoint.content.tool === undefined) {
    throw new AppError('answer_not_allowed', [], {
      message: 'Only the arguments of a tool or an action can be edited.',
      details: { checkpoint: checkpoint.id },
    })
  }
  refuseSecrets(review.args, '/args')
  const content: Content = { ...checkpoint.content, args: review.args }
  const gate = gateAbout(checkpoint.gate, content)
  const decision = decideToKeep(job.policy, gate)
  if (decision.verdict === 'deny') throw new AppError('edit_denied', [], { message: decision.reason })

  const revision = event('checkpoint_revised', {
    revision: checkpoint.revision + 1,
    content,
    content_hash: contentHash(content),
    gate,
    deadline: checkpoint.deadline,
    asked_hash: null,
    ...askedCall(checkpoint),
    decision,
    edited_by: personOf(context),
    answers: [],
  })
  const revised = checkpointAfter(checkpoint, revision)
  if (!solo) {
    return { events: [revision], effects: [], result: standing(revised, { missing: checkpoint.terms.quorum }) }
  }
  // Where nobody else is needed, whoever edits also approves.
  const next = { ...context, state: { ...state, checkpoint: revised, voters: new Map() }, now }
  const approved = approve(next, { reason: review.reason })
  return { ...approved, events: [revision, ...approved.events] }
}

/** A no that follows an edit is also one to what the agent asked, whose content is not there any more by then. */
function askedCall({ content, content_hash, asked_hash }: Checkpoint): { readonly asked_call?: string } {
  return content_hash === asked_hash ? { asked_call: fingerprintOf(content) } : {}
}

function reject(context: Context, { reason }: Of<'reject'>): Outcome<Reviewed> {
  const { state, event, input, now } = context
  const { checkpoint, job } = state
  const said = { by: input.by, reason, checkpoint: checkpoint.id, now }
  const refusals = refusedBy(checkpoint).map((call) => refusalOf(job.job, call, said))
  const resolution = resolutionOf(context, { answer: 'reject', reason, grant: null })
  return {
    events: [
      event('checkpoint_resolved', { status: 'rejected', resolution }),
      ...refusals.map((refusal) => event('refusal_recorded', { refusal })),
      ...factsForAncestors(job.job, event, { checkpoint: checkpoint.id, reason }),
      ...closed(state, event, reason),
    ],
    effects: state.pull?.status === 'open' ? closeOnForge(state.pull) : [],
    result: standing(checkpoint, { status: 'rejected' }),
  }
}

/** A phase that a person does not want at all is not offered any more, whether an agent is there or not. */
function closed({ pull }: ReviewState, event: Context['event'], reason: string): readonly NewEvent[] {
  return pull?.status === 'open' ? [event('pull_closed', { pull: pull.id, reason })] : []
}

function respond(context: Context, { value, reason }: Of<'respond'>): Outcome<Reviewed> {
  const { checkpoint } = context.state
  const { response_schema: schema, quorum } = checkpoint.terms
  if (quorum > 1) {
    const message = `Checkpoint ${checkpoint.id} needs ${quorum} people, and a response is the word of one. Approve it instead.`
    throw new AppError('answer_not_allowed', [], { message, details: { checkpoint: checkpoint.id } })
  }
  if (schema !== undefined) refuseUnfitResponse(schema, value, checkpoint.id)
  const resolution = { ...resolutionOf(context, { answer: 'respond', reason: reason ?? null, grant: null }), value }
  return {
    events: [context.event('checkpoint_resolved', { status: 'answered', resolution })],
    effects: [],
    result: standing(checkpoint, { status: 'answered' }),
  }
}

function remark(context: Context, { answer, reason }: Of<'comment' | 'request_changes'>): Outcome<Reviewed> {
  const { checkpoint } = context.state
  const said: Remark = {
    number: checkpoint.remarks.length + 1,
    by: context.input.by,
    at: context.now.toISOString(),
    kind: answer,
    text: reason,
    revision: checkpoint.revision,
    answer: null,
  }
  const sentBack = answer === 'request_changes'
  const votes = sentBack ? 0 : countingVotes(context.state).size
  return {
    events: [context.event('checkpoint_remarked', { remark: said })],
    effects: [],
    result: standing(checkpoint, { missing: checkpoint.terms.quorum - votes }),
  }
}

function resolutionOf(context: Context, rest: Pick<Resolution, 'answer' | 'reason' | 'grant'>): Resolution {
  return { by: context.input.by, at: context.now.toISOString(), ...rest, ...stepUpOf(context) }
}

/** How somebody proved that it was them, where they had to: a no needs no proof, and somebody alone none at all. */
function stepUpOf({ state: { checkpoint, solo }, input: { step_up, review } }: Context): Pick<Vote, 'step_up'> {
  const isNeeded = checkpoint.terms.irreversible && !solo && review.answer !== 'reject'
  return isNeeded && step_up !== null ? { step_up: kept(step_up) } : {}
}

function standing({ revision, status }: Checkpoint, changed: Partial<Reviewed>): Reviewed {
  return { status, revision, missing: 0, grant: null, ...changed }
}

function personOf({ state }: Context): PersonId {
  return (state.person as NonNullable<ReviewState['person']>).id
}
