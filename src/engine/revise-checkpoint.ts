import type { Actor } from '../model/actor.ts'
import { isAnswer, WHAT_ANSWERS } from '../model/agent-answer.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Content } from '../model/content.ts'
import { AppError } from '../model/errors.ts'
import type { Gate } from '../model/gate.ts'
import type { CheckpointId, JobId, TenantId } from '../model/ids.ts'
import { isOwed } from '../model/owed-on.ts'
import type { Pull } from '../model/pull.ts'
import type { Refusal } from '../model/refusal.ts'
import type { RemarkAnswer } from '../model/remark-answer.ts'
import { refuseMisreferences } from '../model/secret-reference.ts'
import { checkpointAfter } from './checkpoint-after.ts'
import { contentHash, fingerprintOf } from './content-hash.ts'
import { isIrreversible, refuseOtherCall } from './content-of.ts'
import { decideToKeep } from './decide-to-keep.ts'
import { eventMaker } from './event-maker.ts'
import { type JobState, loadJob, noSuch, refuseHalted, refuseIdle } from './job-state.ts'
import { later } from './later.ts'
import { refuseOtherTree } from './pull/pull-state.ts'
import { refuseUnfitAnswers } from './pull/pull-words.ts'
import { refusalId } from './refuse.ts'
import { refuseFenced } from './refuse-fenced.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import type { Verb } from './verb.ts'

/** What the agent says to one remark. */
export interface GivenAnswer {
  readonly number: number
  readonly did: RemarkAnswer['did']
  readonly text: string
}

/** The agent brings the next revision of what was sent back, with an answer to every remark. */
export interface ReviseCheckpoint {
  readonly tenant: TenantId
  readonly checkpoint: CheckpointId
  /** The job that asks; what another job has asked is not its to revise. */
  readonly job: JobId
  readonly by: Actor
  readonly gate: Gate
  readonly content: Content
  readonly answers: readonly GivenAnswer[]
  /** The run that drives the job; absent where nobody else can. */
  readonly driver?: string
}

interface State {
  readonly checkpoint: Checkpoint
  readonly job: JobState
  /** What a person has said no to. */
  readonly refusal: Refusal | undefined
  readonly pull: Pull | undefined
}

export const reviseCheckpoint: Verb<ReviseCheckpoint, State, Checkpoint> = {
  load: async (read, { checkpoint: id, content }, policies) => {
    const checkpoint = await read.get('checkpoints', id)
    if (checkpoint === undefined) throw noSuch('checkpoint', id)
    const job = await loadJob(read, checkpoint.job, policies)
    const pull = checkpoint.pull === undefined ? undefined : await read.get('pulls', checkpoint.pull)
    return { checkpoint, job, pull, refusal: await read.get('refusals', refusalId(job.job, fingerprintOf(content))) }
  },
  decide: (state, input, now) => {
    const { checkpoint, job } = state
    refuseForeign(checkpoint, input)
    const hash = contentHash(input.content)
    // Whoever got no answer brings the same again, and is told where it stands (invariant 6); so is whoever comes too late.
    const isOver = checkpoint.status !== 'pending' && checkpoint.sent_back
    if (isOver || isHeard(checkpoint, hash, input.answers)) return { events: [], effects: [], result: checkpoint }
    if (!checkpoint.sent_back) throw new AppError('not_sent_back')
    refuseUnfit(state, input)
    if (checkpoint.pull !== undefined) {
      refuseOtherTree(state.pull, { id: checkpoint.pull, job: job.job.id, gate: input.gate, hash })
    }
    const answers = answersTo(checkpoint, input.answers, now)
    const decision = decideToKeep(job.policy, input.gate)
    if (decision.verdict === 'deny' || decision.verdict === 'stop') throw denied(decision.reason)

    const { timeout_seconds: seconds } = checkpoint.terms
    const about = { job: checkpoint.job, checkpoint: checkpoint.id }
    const event = eventMaker({ tenant: input.tenant, actor: input.by, now, ...about })
    const revised = event('checkpoint_revised', {
      revision: checkpoint.revision + 1,
      gate: input.gate,
      content: input.content,
      content_hash: hash,
      asked_hash: hash,
      decision,
      deadline: seconds === undefined ? null : later(now, seconds),
      edited_by: null,
      ...calledOtherwise(state),
      ...(isIrreversible(input.gate) && { irreversible: true }),
      answers,
    })
    const result = checkpointAfter(checkpoint, revised)
    return { events: [revised], effects: [], result }
  },
}

/**
 * Whether the agent has brought this before. The content alone does not tell, once somebody has answered it: an agent that declines a
 * change brings the same content again, but no answer to a remark is given twice.
 */
function isHeard(checkpoint: Checkpoint, hash: string, given: readonly GivenAnswer[]): boolean {
  if (checkpoint.asked_hash !== hash) return false
  return (checkpoint.status === 'pending' && !checkpoint.sent_back) || areGiven(checkpoint, given)
}

/** Whether the agent has given these very answers before. */
export function areGiven({ remarks }: Pick<Checkpoint, 'remarks'>, given: readonly GivenAnswer[]): boolean {
  const isGiven = ({ number, did, text }: GivenAnswer) =>
    remarks.some(({ number: of, answer }) => of === number && answer?.did === did && answer.text === text)
  return given.length > 0 && given.every(isGiven)
}

/** A round may give the pull request another title, and what asks about it has the same. */
function calledOtherwise({ pull, checkpoint }: State): { readonly title?: string } {
  return pull === undefined || pull.title === checkpoint.title ? {} : { title: pull.title }
}

/** A job has its own checkpoints, and nobody learns of those of another. */
export function refuseForeign(
  { id, tenant, job }: Pick<Checkpoint, 'id' | 'tenant' | 'job'>,
  given: { readonly tenant: TenantId; readonly job?: JobId },
): void {
  if (tenant !== given.tenant || (given.job !== undefined && given.job !== job)) throw noSuch('checkpoint', id)
}

/** A revision is another question, and meets whatever a question meets. */
function refuseUnfit({ job, refusal }: State, { gate, content, driver }: ReviseCheckpoint): void {
  refuseSecrets(content, '')
  refuseMisreferences(content, '')
  refuseSecrets(gate, '/gate')
  refuseOtherCall(gate, content)
  refuseFenced(job.job, driver)
  refuseIdle(job.job)
  refuseHalted(job)
  if (refusal?.by.kind === 'person') throw denied(refusal.reason)
}

function denied(message: string): AppError {
  return new AppError('edit_denied', [], { message })
}

/** Fits answers to the remarks that have none yet; a remark that is passed over is named. */
export function answersTo({ remarks }: Checkpoint, given: readonly GivenAnswer[], now: Date) {
  const open = remarks.filter(isOwed)
  const missing = open.filter(({ number }) => !given.some((item) => item.number === number && isAnswer(item)))
  if (missing.length > 0) {
    const list = missing.map(({ number, text }) => `${number} (${text.slice(0, 60)})`).join(', ')
    throw new AppError('unanswered_remarks', [], { message: `These remarks need an answer: ${list}. ${WHAT_ANSWERS}` })
  }
  refuseUnfitAnswers(given.filter(isAnswer).map(({ number, text }) => ({ to: `remark ${number}`, text })))
  refuseSecrets(given, '/answers')
  const unknown = given.find(({ number }) => !open.some((remark) => remark.number === number))
  if (unknown) throw new AppError('not_found', [], { message: `There is no open remark ${unknown.number}.` })
  return given.map(({ number, did, text }) => ({ number, answer: { did, text, at: now.toISOString() } }))
}
