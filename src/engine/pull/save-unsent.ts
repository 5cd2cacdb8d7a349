import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Pull } from '../../model/pull.ts'
import type { UnsentChange, UnsentReview } from '../../model/unsent-review.ts'
import { NOTHING_UNSENT, partKey, withUnsent } from '../../model/with-unsent.ts'
import { eventMaker } from '../event-maker.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import { ownAt } from '../tables.ts'
import type { Verb } from '../verb.ts'
import { loadPull, refuseClosed, reviewerOf } from './pull-state.ts'

/** A person keeps what they have begun of a review beside its comments: verdicts, words on the whole, and replies. */
export interface SaveUnsent {
  readonly pull: PullId
  readonly by: Actor
  readonly change: UnsentChange
}

interface State {
  readonly pull: Pull
  readonly person: Person | undefined
  readonly before: UnsentReview
}

export const saveUnsent: Verb<SaveUnsent, State, UnsentReview> = {
  load: async (read, { pull: id, by }) => ({
    pull: await loadPull(read, id),
    person: await read.get('people', by.id),
    before: (await read.get('drafts', ownAt(id, by.id)))?.unsent ?? NOTHING_UNSENT,
  }),
  decide: ({ pull, person, before }, { by, change }, now) => {
    reviewerOf(pull, by, person)
    refuseClosed(pull)
    refuseSecrets(change, '')
    const after = withUnsent(before, change)
    refuseMany(after)
    const news = newIn(change, before)
    if (Object.keys(news).length === 0) return { events: [], effects: [], result: before }
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job })
    return { events: [event('unsent_saved', { pull: pull.id, ...news })], effects: [], result: after }
  },
}

/** The log keeps everything for ever, so that nothing is said in it twice. */
function newIn(change: UnsentChange, before: UnsentReview): UnsentChange {
  const { text = before.text } = change
  const old = new Map(before.verdicts.map((verdict) => [partKey(verdict), verdict]))
  const judged = new Set((change.verdicts ?? []).map(partKey))
  const verdicts = (change.verdicts ?? []).filter((verdict) => !isSame(old.get(partKey(verdict)), verdict))
  const unjudged = (change.unjudged ?? []).filter((part) => old.has(partKey(part)) && !judged.has(partKey(part)))
  const replies = Object.entries(change.replies ?? {}).filter(
    ([thread, reply]) => !isSame(reply, (Object.hasOwn(before.replies, thread) && before.replies[thread]) || null),
  )
  return {
    ...(text !== before.text && { text }),
    ...(verdicts.length > 0 && { verdicts }),
    ...(unjudged.length > 0 && { unjudged }),
    ...(replies.length > 0 && { replies: Object.fromEntries(replies) }),
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** As many as can be submitted in one review, and as many threads as one brings. */
const MOST = { verdicts: 5000, replies: 500 } as const

function refuseMany({ verdicts, replies }: UnsentReview): void {
  const count = { verdicts: verdicts.length, replies: Object.keys(replies).length }
  const over = (['verdicts', 'replies'] as const).find((name) => count[name] > MOST[name])
  if (over === undefined) return
  const message = `You have begun ${count[over]} ${over}, and at most ${MOST[over]} are kept. Submit some of them.`
  throw new AppError('invalid_input', [], { message })
}
