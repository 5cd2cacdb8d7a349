import { type CheckpointView, type Desk, refuseUnfitResponse, type ShownPerson } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { isNamed } from '../../model/is-named.ts'
import type { Review } from '../../model/review.ts'
import { refuseUnable } from '../pull/refuse-unable.ts'
import type { Looked } from '../pull/work-of.ts'
import { answerHints } from './answer-hints.ts'
import { fullId } from './full-id.ts'

type Answer = Review['answer']

/** Nobody is asked about an answer that would be refused; what is over is told by whoever was faster. */
export function refuseUntaken(checkpoint: CheckpointView['checkpoint'], answer: Answer): void {
  const { id, status, terms } = checkpoint
  if (status !== 'pending' || terms.answers.includes(answer)) return
  throw new AppError('answer_not_allowed', [], {
    message: `Checkpoint ${id} takes ${terms.answers.join(', ')}, not ${answer}.`,
    details: { next: answerHints([checkpoint], id).join('  or  ') },
  })
}

/**
 * Says what can be known before somebody looks, is asked and types: that their yes would be refused, and why. It is judged
 * once more in the commit of the answer.
 */
export async function refuseUnfitAnswer(desk: Desk, { view, work }: Looked, given: Answering): Promise<void> {
  const { checkpoint, approvers } = view
  const { answer, isSeen = false } = given
  const me = await desk.me()
  refuseStranger(checkpoint, me)
  const { terms, sent_back } = checkpoint
  if (sent_back) throw new AppError('sent_back')
  if (answer !== 'edit' && !approvers.includes(me.id)) throw selfApproval(approvers)
  if (answer === 'approve' && work !== null) refuseUnable(work.view, { me, isSeen, named: work.view.pull.head })
  // Whoever works alone proves nothing.
  if (terms.irreversible && !me.has_passphrase && !(await desk.isSolo())) throw new AppError('step_up_needed')
}

/** How somebody would answer. */
interface Answering {
  readonly answer: Answer
  /** They say that they have looked at what no diff shows. */
  readonly isSeen?: boolean | undefined
}

/** The same of what they have typed. */
export function refuseUnfitValue({ id, terms, content }: CheckpointView['checkpoint'], review: Review): void {
  if (review.answer === 'approve' && review.grant !== undefined && content.tool === undefined) {
    throw new AppError('grant_unfit', [], { message: 'Only a call of a tool or an action can be granted again.' })
  }
  if (review.answer !== 'respond' || terms.response_schema === undefined) return
  refuseUnfitResponse(terms.response_schema, review.value, id)
}

/** The same before anything is typed at all: nobody writes an answer that nobody takes. */
export async function refuseBeforeInput(desk: Desk, ids: readonly string[], answer: Answer): Promise<void> {
  const [only] = ids
  if (only === undefined) return
  const view = await desk.checkpoint(await fullId.checkpoint(desk, only))
  const { id, status, resolved_at } = view.checkpoint
  if (status !== 'pending') {
    const message = `Checkpoint ${id} is ${status} since ${resolved_at}: nothing is left to answer.`
    throw new AppError('already_resolved', [], { message, details: { checkpoint: id, status } })
  }
  refuseUntaken(view.checkpoint, answer)
  await refuseUnfitAnswer(desk, { view, work: null }, { answer })
}

function refuseStranger({ id, terms: { approvers } }: CheckpointView['checkpoint'], me: ShownPerson): void {
  if (me.role !== 'viewer' && isNamed(me, approvers)) return
  const why = me.role === 'viewer' ? 'you only look on' : `it is for ${approvers.join(', ')}`
  const next =
    me.role === 'viewer' ? 'An administrator can make you a reviewer.' : `See who can: leeway checkpoints show ${id}`
  throw new AppError('not_authorised', [], {
    message: `${me.id} may not decide checkpoint ${id}: ${why}.`,
    details: { next },
  })
}

function selfApproval(others: CheckpointView['approvers']): AppError {
  if (others.length === 0) return new AppError('self_approval')
  return new AppError('self_approval', [], { details: { next: `Who can: ${others.join(', ')}` } })
}
