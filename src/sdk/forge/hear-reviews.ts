import type { HostReview, HostReviews, HostThread } from '../../engine/ports.ts'
import { heardOnHost } from '../../engine/pull/hear-on-host.ts'
import { submitReview } from '../../engine/pull/submit-review.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { PersonId, PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { newId } from '../new-id.ts'
import { draftsOf } from './drafts-of.ts'
import { personBehind } from './forge.ts'
import { hearThread } from './hear-thread.ts'
import { type Hearing, inTheirName, noteHeard, stillToHear, type Unjudged } from './hearing.ts'

/**
 * Lets what people said on the forge count here, in their name and with all that holds for them here. It is heard once. What does not
 * count is written down with the reason, so that nobody believes it did.
 */
export async function hearReviews(hearing: Hearing, id: PullId, { reviews, threads }: HostReviews): Promise<void> {
  for (const review of reviews) {
    if (review.isVoid) await hearTakenBack(hearing, id, { review, reviews })
    const pull = await stillToHear(hearing, id, keyOf(review))
    if (pull === undefined || review.login.toLowerCase() === hearing.own.toLowerCase()) continue
    await hearReview(hearing, pull, { review, threads: threads.filter((thread) => thread.review === review.id) })
  }
  for (const thread of threads) await hearThread(hearing, id, thread)
}

/** A no that nobody wrote: the forge has dismissed the yes that it was. */
const TAKEN_BACK = 'My approval was dismissed on the forge, so that it counts no more.'

/** A yes that was heard and is dismissed there before it is merged is one no more, unless its author has said it again. */
async function hearTakenBack(
  hearing: Hearing,
  id: PullId,
  { review, reviews }: Pick<HostReviews, 'reviews'> & { readonly review: HostReview },
): Promise<void> {
  const { login, commit } = review
  const what = dismissalOf(review)
  const pull = await stillToHear(hearing, id, what)
  const person = personBehind(hearing.forge, login, hearing.own)
  if (person === undefined || pull === undefined || !isTakenBack(pull, review, reviews)) return
  const no = { ...review, answer: 'request_changes', text: TAKEN_BACK } as const
  const heard = { what, login, person, answer: no.answer, commit, text: no.text }
  await inTheirName(hearing, { pull: id, heard }, () =>
    submit(hearing, pull, { review: no, threads: [], person, heard }),
  )
}

/** Whether a yes to what stands there now is void, and its author has said no other. */
function isTakenBack({ head, hosted }: Pull, review: HostReview, reviews: readonly HostReview[]): boolean {
  const { login, commit } = review
  if (!review.isVoid || commit !== head || !hosted?.yeses.includes(keyOf(review))) return false
  return !reviews.some((one) => one.answer === 'approve' && !one.isVoid && one.commit === commit && one.login === login)
}

/** Whether somebody who counts here has said no to what stands there now, or had their yes dismissed, and was not heard yet. */
export function saysNo(
  { forge, own }: Pick<Hearing, 'forge' | 'own'>,
  pull: Pull,
  reviews: readonly HostReview[],
): boolean {
  return reviews.some((review) => {
    const isNo = review.answer === 'request_changes' && !review.isVoid && review.commit === pull.head
    if (!isNo && !isTakenBack(pull, review, reviews)) return false
    const what = isNo ? keyOf(review) : dismissalOf(review)
    return !pull.hosted?.heard.includes(what) && personBehind(forge, review.login, own) !== undefined
  })
}

interface Begun {
  readonly review: HostReview
  readonly threads: readonly HostThread[]
}

async function hearReview(hearing: Hearing, pull: Pull, { review, threads }: Begun): Promise<void> {
  const { login, answer, commit, text } = review
  const person = personBehind(hearing.forge, login, hearing.own)
  const what = keyOf(review)
  const heard = { what, login, person: person ?? null, answer, commit, text: text.slice(0, LONGEST_TEXT) }
  const why = whyNot(review, pull, person)
  if (why !== null || person === undefined) return noteHeard(hearing, pull.id, { ...heard, counted: false, why })
  // A reply comes with an empty review around it, which says nothing by itself. A yes and a no do, without a word.
  const says = answer !== 'comment' || threads.length > 0 || text.trim() !== ''
  if (!says) return noteHeard(hearing, pull.id, { ...heard, counted: true, why: null })
  await inTheirName(hearing, { pull: pull.id, heard }, () => submit(hearing, pull, { review, threads, person, heard }))
}

/** Longer words are read where they were written. */
const LONGEST_TEXT = 20_000

/** Why what somebody thinks counts for nothing here; null where it counts. */
function whyNot({ login, isVoid, commit }: HostReview, pull: Pull, person: PersonId | undefined): string | null {
  if (person === undefined) return `nobody here is known as ${login} on the forge`
  if (commit !== pull.head)
    return `it is about ${commit.slice(0, 10)}, and the newest commit is ${pull.head.slice(0, 10)}`
  return isVoid ? 'it was taken back, or the forge calls it out of date' : null
}

interface Submitted extends Begun {
  readonly person: PersonId
  readonly heard: Unjudged
}

async function submit(hearing: Hearing, pull: Pull, { review, threads, person, heard }: Submitted): Promise<void> {
  const { store, forge, workspaces } = hearing
  const checkpoint = pull.checkpoint === null ? undefined : (await store.get('checkpoints', pull.checkpoint))?.row
  // Nobody was asked yet; in a moment somebody is.
  if (checkpoint === undefined) return
  const { answer } = review
  const drafts = await draftsOf(workspaces, pull, { forge: forge.host.kind, answer, threads })
  await runCommand(hearing, heardOnHost(submitReview, { ...heard, counted: true, why: null }), {
    ...{ pull: pull.id, by: { kind: 'person', id: person }, head: review.commit, answer, text: textOf(review, pull) },
    ...{ threads: drafts, verdicts: [], content_hash: checkpoint.content_hash, step_up: null, grant: newId('grt') },
  })
}

/** A no without words of its own is as good as one with them: what is wanted is read where it was said. */
function textOf({ answer, text }: HostReview, { hosted }: Pull): string {
  if (answer !== 'request_changes' || text.trim() !== '') return text.slice(0, LONGEST_TEXT)
  return `Changes are requested on the forge. What is wanted stands there: ${hosted?.url ?? ''}`
}

function dismissalOf(review: HostReview): string {
  return `${keyOf(review)} dismissed`
}

function keyOf({ id }: HostReview): string {
  return `review ${id}`
}
