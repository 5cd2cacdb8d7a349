import type { HostedPull, HostReview, HostReviews, HostThread } from '../../engine/ports.ts'
import { heardOnHost } from '../../engine/pull/hear-on-host.ts'
import { submitReview } from '../../engine/pull/submit-review.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { newId } from '../new-id.ts'
import { placesOfDrafts } from '../pull/follow-threads.ts'
import { type Begun, draftsOf } from './drafts-of.ts'
import { fitting } from './fitting.ts'
import { personBehind } from './forge.ts'
import { hearThread } from './hear-thread.ts'
import { hearWords, type Said } from './hear-words.ts'
import { type Hearing, heardAs, inTheirName, noteHeard, stillToHear, whyRefused } from './hearing.ts'
import { wordsOf } from './words-of.ts'

/**
 * Lets what people said on the forge count here, in their name and with all that holds for them here. It is heard once. What decides
 * nothing is written down with the reason, so that nobody believes it did; what it says is heard all the same.
 */
export async function hearReviews(hearing: Hearing, id: PullId, { reviews, threads, base }: SaidThere): Promise<void> {
  for (const review of reviews) {
    if (review.voided !== null) await hearTakenBack(hearing, id, { review, reviews })
    const pull = await stillToHear(hearing, id, heardAs(review))
    if (pull === undefined || review.login.toLowerCase() === hearing.own.toLowerCase()) continue
    await hearReview(hearing, pull, { review, threads: begunIn(review, threads), base })
  }
  for (const thread of threads) await hearThread(hearing, id, thread)
}

/** What people have said, and the branch that the forge showed the work against meanwhile. */
type SaidThere = HostReviews & Pick<HostedPull, 'base'>

function begunIn({ id }: HostReview, threads: readonly HostThread[]): readonly HostThread[] {
  return threads.filter(({ review }) => review === id)
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
  const { login, commit, voided } = review
  if (voided === null || commit !== head || !hosted?.yeses.includes(heardAs(review))) return false
  return !reviews.some(
    (one) => one.answer === 'approve' && one.voided === null && one.commit === commit && one.login === login,
  )
}

/** Whether somebody who counts here has said something that was not heard yet, or said no, or had their yes dismissed. */
export function isUnheard(
  { forge, own }: Pick<Hearing, 'forge' | 'own'>,
  pull: Pull,
  { reviews, threads }: HostReviews,
): boolean {
  return reviews.some((review) => {
    const isNew = (what: string) => !pull.hosted?.heard.includes(what)
    const isBack = isTakenBack(pull, review, reviews) && isNew(dismissalOf(review))
    const isNo = review.answer === 'request_changes'
    const saysMore = isNew(heardAs(review)) && (isNo || hasWords({ review, threads: begunIn(review, threads) }))
    return (isBack || saysMore) && personBehind(forge, review.login, own) !== undefined
  })
}

async function hearReview(
  hearing: Hearing,
  pull: Pull,
  { review: given, threads, base }: Begun & Pick<SaidThere, 'base'>,
): Promise<void> {
  const review = { ...given, text: wordsOf(given.text, pull.hosted?.url ?? '') }
  const { login, answer, commit, text } = review
  const person = personBehind(hearing.forge, login, hearing.own)
  const heard = { what: heardAs(review), login, person: person ?? null, answer, commit, text }
  if (person === undefined) {
    const why = `nobody here is known as ${login} on the forge`
    return noteHeard(hearing, pull.id, { ...heard, counted: false, why })
  }
  const said = { review, threads, person, heard }
  const why = whyNot(review, pull) ?? whyElsewhere(review, { base, main: hearing.forge.main })
  if (why !== null) return hearWords(hearing, pull, { ...said, why })
  // A reply comes with an empty review around it, which says nothing by itself. A yes and a no do, without a word.
  if (answer === 'comment' && !hasWords(said))
    return noteHeard(hearing, pull.id, { ...heard, counted: true, why: null })
  try {
    await submit(hearing, pull, said)
  } catch (error) {
    const refused = whyRefused(error)
    if (refused !== undefined) await hearWords(hearing, pull, { ...said, why: refused })
  }
}

function hasWords({ review, threads }: Begun): boolean {
  return threads.length > 0 || review.text.trim() !== ''
}

/** Why what somebody thinks decides nothing here; null where it does. */
function whyNot({ voided, commit }: HostReview, { head }: Pull): string | null {
  if (commit === '') return 'the forge does not tell which commit it is about'
  if (commit !== head) return `it is about ${commit.slice(0, 10)}, and the newest commit is ${head.slice(0, 10)}`
  if (voided === 'dismissed') return 'it was dismissed on the forge'
  return voided === 'stale' ? 'the forge calls it out of date' : null
}

/** Against another branch a forge shows other changes than would come to `main`, so that nobody has seen those who approves there. */
function whyElsewhere({ answer }: HostReview, { base, main }: { readonly base: string; readonly main: string }) {
  if (answer !== 'approve' || base === main) return null
  return `the pull request is turned towards ${base} on the forge, where other changes are shown than would come to ${main}`
}

const UNASKED = 'nobody is asked about it, because the policy lets it pass'

async function submit(hearing: Hearing, pull: Pull, said: Said): Promise<void> {
  const { review, person, heard } = said
  const checkpoint =
    pull.checkpoint === null ? undefined : (await hearing.store.get('checkpoints', pull.checkpoint))?.row
  const text = textOf(review, pull)
  if (checkpoint === undefined) {
    // Nobody was asked yet; in a moment somebody is. Where it is merged without that, whoever says no stands in the way.
    if (hearing.isMerging !== true) return
    return hearWords(hearing, pull, { ...said, review: { ...review, text }, why: UNASKED, isLast: true })
  }
  const words = await fitting(hearing, pull, { text, threads: await draftsOf(hearing, pull, said) })
  const places = await placesOfDrafts(hearing, pull, words.threads)
  await runCommand(hearing, heardOnHost(submitReview, { ...heard, counted: true, why: null }), {
    ...{ pull: pull.id, by: { kind: 'person', id: person }, head: review.commit, answer: review.answer, ...words },
    ...{ places, verdicts: [], content_hash: checkpoint.content_hash, step_up: null, grant: newId('grt') },
    on_forge: true,
  })
}

/** A no without words of its own is as good as one with them: what is wanted is read where it was said. */
function textOf({ answer, text }: HostReview, { hosted }: Pull): string {
  if (answer !== 'request_changes' || text !== '') return text
  return `Changes are requested on the forge. What is wanted stands there: ${hosted?.url ?? ''}`
}

function dismissalOf(review: HostReview): string {
  return `${heardAs(review)} dismissed`
}
