import type { PullView } from '../../src/api/pull-views.ts'
import { approvalWaits } from '../../src/model/approval-waits.ts'
import { counted } from '../../src/model/counted.ts'
import { harmless } from '../../src/model/harmless.ts'
import { isOutlived, OUTLIVED } from '../../src/model/outlived-approval.ts'
import { rejectedText } from '../../src/model/rejected-text.ts'
import type { Draft, FileVerdict } from '../../src/model/review-thread.ts'
import { namesOf, unseenBy } from '../../src/model/unshown-words.ts'
import { mayDecide, SENT_BACK, whyNot } from '../checkpoint/why-not.ts'
import type { Me } from '../data/use-me.ts'
import type { Conclusion } from './conclusions.ts'
import type { ShownFile } from './row.ts'
import { returnedIn } from './standing.ts'
import { saying } from './unsent.ts'

/** What is on the screen at this moment, as far as it decides what can be answered. */
export interface Seen {
  readonly view: PullView
  readonly me: Me | undefined
  readonly drafts: readonly Draft[]
  /** Verdicts that go out with the review. */
  readonly verdicts: readonly FileVerdict[]
  readonly isOutdated: boolean
  /** The round that is looked at is not the newest. */
  readonly isEarlier: boolean
  /** Files that were not open yet, where one is at a time. */
  readonly unopened: readonly Pick<ShownFile, 'path'>[]
}

/** Why a review can't come to that, as a sentence; null when it can. The server judges again. */
export function whyNoReview(
  { view, me, drafts, verdicts, isOutdated, isEarlier, unopened }: Seen,
  to: Conclusion,
): string | null {
  const { pull, checkpoint } = view
  if (pull.status !== 'open') return `It is ${pull.status}.`
  if (checkpoint === null) return whyUnasked(pull)
  if (pull.stuck !== undefined) return `It is approved, and could not be merged yet. ${STOPS_IT}`
  if (pull.merge !== null) return 'It is approved, and being merged.'
  if (isOutdated) return 'A newer round is there. Look at it before you answer.'
  if (isEarlier) return 'You are looking at an earlier round. Go to the newest to answer.'
  if (checkpoint.status === 'approved') return whyNotAfter({ ...view, checkpoint }, me, to)
  const no = whyNot({ ...view, checkpoint }, me, to)
  if (no === SENT_BACK) return whySentBack(view)
  if (no !== null || to !== 'approve') return no
  const obstacles = [...whyNoYes(view, me, { drafts, verdicts }), whyUnopened(unopened)].filter((why) => why !== null)
  // Whoever settles one thing and finds the next was told too little.
  return obstacles.length === 0 ? null : obstacles.join(' ')
}

/** What the policy let pass is nobody's to review; whoever does not want it has another way, as long as it is stuck. */
function whyUnasked({ stuck, merge }: PullView['pull']): string {
  if (merge === null) return 'Nobody is asked to review it yet.'
  const passed = 'The policy let it pass without asking anybody'
  if (stuck === undefined) return `${passed}, and it is being merged.`
  return `${passed}, and it could not be merged yet. ${STOPS_IT}`
}

/** No review takes a claimed merge back. */
const STOPS_IT = 'Cancel its job to keep it from being merged.'

/** What comes next of a pull request is a round, where anybody works on it. */
function whySentBack({ job_status }: PullView): string {
  if (job_status === 'stopped') return 'Its job is stopped, so that nobody works on it.'
  return 'The work is with the agent, which has yet to bring its next round.'
}

/** What is approved and waits can still be taken back, by whoever could have said no at first. */
function whyNotAfter(view: HeldView, me: Me | undefined, to: Conclusion): string | null {
  if (to === 'comment' && standsInTheWay(view, me)) return null
  if (!isWaiting(view)) return view.checkpoint.spent_at === null ? APPROVED : whyVoid(view.pull)
  const isOld = isOutlived(view.pull, view.checkpoint)
  if (!mayDecide(view, me)) return isOld ? OUTLIVED : APPROVED
  if (isNo(to)) return null
  return isOld ? `${OUTLIVED} You can still say no.` : `${APPROVED} While it waits, a no takes that back.`
}

type HeldView = PullView & { readonly checkpoint: NonNullable<PullView['checkpoint']> }

const APPROVED = 'It is approved already.'
const VOID = 'Its approval does not count any more, and the work is with the agent.'

const BEHIND = 'Main has moved on, so that its approval does not count any more: the agent has to bring it anew.'

function whyVoid({ behind }: PullView['pull']): string {
  return behind === undefined ? VOID : BEHIND
}

const isNo = (to: Conclusion) => to === 'request_changes' || to === 'reject'

function isWaiting({ pull, checkpoint, rejected }: PullView): boolean {
  return checkpoint !== null && approvalWaits(pull, checkpoint, rejected)
}

/** Whether a review that comes to that takes an approval back, and does nothing else. Rejected, the work is over. */
export function takesBack({ view }: Pick<Seen, 'view'>, to: Conclusion): boolean {
  return to === 'request_changes' && isWaiting(view)
}

type Written = Pick<Seen, 'drafts' | 'verdicts'>

function whyNoYes(view: PullView, me: Me | undefined, { drafts, verdicts }: Written): readonly (string | null)[] {
  const own = [whyDraftsBlock(drafts), whyOwnNo(verdicts)]
  return [whyBlocked(view.pull), ...own, whyRejected(view, me), whyUnseen(view)]
}

/** An approval is of all of it, so that no part of it is rejected with the same review. */
function whyOwnNo(verdicts: Seen['verdicts']): string | null {
  const [first, ...more] = verdicts.filter(({ verdict }) => verdict === 'rejected')
  if (first === undefined) return null
  const what = first.hunk === null ? namesOf([first]) : `a part of ${namesOf([first])}`
  const [others, them] = more.length === 0 ? ['', 'that'] : [`, and ${more.length} more`, 'those']
  return `You reject ${what}${others}: request changes, or take ${them} back.`
}

/** Whoever approves has had all changes before them. */
export function whyUnopened([first, ...more]: Seen['unopened']): string | null {
  if (first === undefined) return null
  const others = more.length === 0 ? '' : ` and ${counted(more.length, 'more file')}`
  return `You have not opened ${namesOf([first])}${others} yet.`
}

/** What the lines do not show has to be had in another way, and be marked. */
export function whyUnseen({ marks, unshown }: PullView): string | null {
  const unseen = unseenBy(marks, unshown)
  if (unseen.length === 0) return null
  return `The lines do not show all of ${namesOf(unseen)}. Download it, or look at it raw.`
}

/** What others have approved waits for them alone to accept a part, and they can still say so. */
function standsInTheWay({ rejected }: PullView, me: Me | undefined): boolean {
  return rejected.some(({ by }) => by === me?.id)
}

const OWN_BLOCKS = 'Your own draft is blocking: send it, discard it, or make it another kind.'

function whyBlocked({ blocking: { length } }: PullView['pull']): string | null {
  if (length === 0) return null
  return length === 1 ? 'A blocking thread is not resolved.' : `${length} blocking threads are not resolved.`
}

/** Somebody's own draft is no thread yet. */
function whyDraftsBlock(drafts: Seen['drafts']): string | null {
  const own = saying(drafts).filter(({ kind }) => kind === 'blocking').length
  if (own === 0) return null
  return own === 1 ? OWN_BLOCKS : `${own} of your own drafts are blocking.`
}

/** Their own no somebody takes back by approving; that of others stands. */
function whyRejected(view: PullView, me: Me | undefined): string | null {
  const [first, ...more] = view.rejected.filter(({ by }) => by !== me?.id)
  if (first === undefined) return null
  const others = more.length === 0 ? '' : `, and ${more.length} more`
  const back = returnedIn(view).includes(first) ? ' It came back as it was.' : ''
  return `${harmless(rejectedText(first))}${others}.${back} Ask ${first.by} to accept it, or request changes.`
}
