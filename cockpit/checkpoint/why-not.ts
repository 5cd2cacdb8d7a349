import type { CheckpointView } from '../../src/api/views.ts'
import type { AnswerKind } from '../../src/model/review.ts'
import { ONLY_LOOKS } from '../data/only-looks.ts'
import type { Me } from '../data/use-me.ts'

/** What is held, who may approve it, and who has. */
type Decided = Pick<CheckpointView, 'checkpoint' | 'approvers' | 'approved_by'>

/** Said of a checkpoint; of a pull request what comes next is a round. */
export const SENT_BACK = 'The work is with the agent, which has yet to bring its next revision.'

/** Answers after which the agent goes on. */
const LETS_GO_ON: ReadonlySet<AnswerKind> = new Set(['approve', 'edit', 'respond'])

/** Why somebody can't give an answer, as a sentence; null when they can. The server judges again. */
export function whyNot(view: Decided, me: Me | undefined, answer: AnswerKind): string | null {
  const { checkpoint } = view
  const { terms, status, sent_back } = checkpoint
  if (me === undefined) return 'One moment…'
  if (status !== 'pending') return `It is ${status} already.`
  if (me.caller === 'viewer') return ONLY_LOOKS
  if (!terms.answers.includes(answer)) return 'This checkpoint does not take that answer.'
  if (!isNamed(view, me)) return `Only ${terms.approvers.join(', ')} may decide this.`
  if (!LETS_GO_ON.has(answer)) return null
  if (sent_back) return SENT_BACK
  return whyNoYes(view, me, answer)
}

/** The same where only the checkpoint is on the screen: whoever approves work has had its changes before them, which the review shows. */
export function whyNotHere(view: Decided, me: Me | undefined, answer: AnswerKind): string | null {
  const no = whyNot(view, me, answer)
  if (no !== null || answer !== 'approve' || view.checkpoint.pull === undefined) return no
  return 'The changes are not shown here. Open the review, and approve them there.'
}

/** What stands against letting the agent go on. */
function whyNoYes({ checkpoint, approvers, approved_by }: Decided, { id }: Me, answer: AnswerKind): string | null {
  const { terms, content } = checkpoint
  if (answer === 'edit') return content.args === undefined ? 'There are no arguments to edit.' : null
  if (approved_by.some((by) => by === id)) {
    const missing = terms.quorum - approved_by.length
    return `You have approved this revision. ${missing} more ${missing === 1 ? 'person has' : 'people have'} to.`
  }
  if (approvers.some((approver) => approver === id)) return null
  const others = approvers.length === 0 ? ALONE : ''
  const whom = approvers.length === 0 ? '' : `: ${approvers.join(', ')}`
  return `You started or edited this, so somebody else has to approve it${whom}. ${others}`.trim()
}

/** The way out where nobody else is there: it is a person's to choose, and is never chosen for them. */
const ALONE = 'Nobody else can yet: an administrator can add somebody, or say in the settings that they work alone.'

/** Whether a decision of somebody counts here, whichever it is. */
export function mayDecide(view: Decided, me: Me | undefined): boolean {
  return me !== undefined && me.caller !== 'viewer' && isNamed(view, me)
}

function isNamed({ checkpoint, approvers }: Decided, { id, caller }: Me): boolean {
  const named = checkpoint.terms.approvers
  if (named.length === 0 || approvers.some((approver) => approver === id)) return true
  const roles = caller === 'admin' ? ['role:admin', 'role:reviewer'] : ['role:reviewer']
  return named.some((approver) => approver === id || roles.includes(approver))
}

/** Whether an answer needs a fresh proof of who gives it. */
export function needsProof(
  { checkpoint }: Pick<CheckpointView, 'checkpoint'>,
  me: Me | undefined,
  answer: AnswerKind,
): boolean {
  return checkpoint.terms.irreversible && me?.solo !== true && LETS_GO_ON.has(answer)
}
