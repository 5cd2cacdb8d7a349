import type { PullView, ShownPerson } from '../../compose.ts'
import type { ReviewTerms } from '../../model/checkpoint.ts'
import { counted } from '../../model/counted.ts'
import type { ErrorCode } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import { isNamed } from '../../model/is-named.ts'
import { rejectedText } from '../../model/rejected-text.ts'
import { namesOf, unseenBy } from '../../model/unshown-words.ts'
import { wayOut } from '../person/way-out.ts'

/** Why `leeway pr approve` would be refused to this person at this moment; undefined where it would not. */
export function whyNoApproval(view: PullView, me: Me): string | undefined {
  return whyNotTheirs(view, me) ?? obstaclesTo(view, me)[0]?.why
}

/** One thing that stands in the way of an approval, and what the refusal is called. */
export interface Obstacle {
  readonly code: ErrorCode
  readonly why: string
}

/** Why it is not for this person to approve, whatever becomes of the rest; undefined where it is. */
export function whyNotTheirs({ checkpoint, approvers, approved_by }: PullView, me: Me): string | undefined {
  if (checkpoint?.status !== 'pending') return undefined
  if (me.role === 'viewer') return 'You may look and not decide: an administrator can make you a reviewer.'
  const { terms } = checkpoint
  if (approved_by.includes(me.id)) {
    return `You have approved it; ${counted(terms.quorum - approved_by.length, 'more approval')} needed.`
  }
  return approvers.includes(me.id) ? undefined : othersText(terms, me, approvers)
}

/** Everything that stands in the way of whoever may approve it. */
export function obstaclesTo(view: PullView, me: Me): readonly Obstacle[] {
  if (view.checkpoint?.status !== 'pending') return []
  if (view.checkpoint.sent_back)
    return [{ code: 'sent_back', why: 'It is with the agent, which brings the next round.' }]
  const all: readonly (readonly [ErrorCode, string | undefined])[] = [
    ['repository_broken', view.unread && `Its files can not be read: ${harmless(view.unread.reason)}`],
    ['unresolved_threads', whyBlocked(view)],
    ['unresolved_threads', whyBlockedByDrafts(view)],
    ['rejected_parts', whyRejected(view, me)],
    ['unseen_files', whyUnseen(view)],
  ]
  return all.flatMap(([code, why]) => (why === undefined ? [] : [{ code, why }]))
}

function whyBlocked({ pull: { id, blocking } }: PullView): string | undefined {
  if (blocking.length === 0) return undefined
  const are = blocking.length === 1 ? 'is' : 'are'
  return `${counted(blocking.length, 'blocking thread')} ${are} not resolved. Settle one: leeway pr resolve ${id} THREAD`
}

/** What was written in the browser and not submitted goes along, and stands in the way too. */
function whyBlockedByDrafts({ pull, drafts }: PullView): string | undefined {
  const blocking = drafts.filter(({ kind }) => kind === 'blocking').length
  if (blocking === 0) return undefined
  const own = blocking === 1 ? 'Your own draft is blocking' : `${blocking} of your own drafts are blocking`
  return `${own}. Discard it or make it another kind in the browser, or send what you wrote: leeway pr request-changes ${pull.id}`
}

/** Their own no somebody takes back by approving; that of others stands. */
function whyRejected({ pull, rejected }: PullView, me: Me): string | undefined {
  const first = rejected.find(({ by }) => by !== me.id)
  if (first === undefined) return undefined
  return `${harmless(rejectedText(first))}. Ask ${first.by} to accept it, or: leeway pr request-changes ${pull.id} --text WHAT`
}

function whyUnseen({ pull, marks, unshown }: PullView): string | undefined {
  const unseen = unseenBy(marks, unshown)
  if (unseen.length === 0) return undefined
  return `The diff does not show all of ${namesOf(unseen)}. Have each whole and look: leeway pr file ${pull.id} PATH --out FILE. Or say that you have: leeway pr approve ${pull.id} --head ${pull.head.slice(0, 10)} --seen`
}

type Me = Pick<ShownPerson, 'id' | 'role'>

function othersText(terms: ReviewTerms, me: Me, approvers: readonly string[]): string {
  const whom = approvers.length === 0 ? '' : `: ${approvers.join(', ')}`
  if (!isNamed(me, terms.approvers))
    return `Others were named to approve it${whom || `: ${terms.approvers.join(', ')}`}.`
  const part = `You have a part in it, so somebody else has to approve it${whom}.`
  return approvers.length === 0 ? `${part} ${wayOut(terms)}` : part
}
