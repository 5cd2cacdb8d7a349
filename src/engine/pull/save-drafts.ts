import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId, ThreadId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Pull } from '../../model/pull.ts'
import type { Draft, ReviewThread } from '../../model/review-thread.ts'
import { eventMaker } from '../event-maker.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import { type Drafts, ownAt } from '../tables.ts'
import type { Verb } from '../verb.ts'
import { loadPull, refuseClosed, reviewerOf } from './pull-state.ts'

/**
 * A person keeps what they have written so far on one screen. What it says nothing of stays: they may be writing on another one, which this
 * one has not heard of.
 */
export interface SaveDrafts {
  readonly pull: PullId
  readonly by: Actor
  readonly drafts: readonly Draft[]
  /** What they have thrown away. */
  readonly removed?: readonly ThreadId[] | undefined
}

interface State {
  readonly pull: Pull
  readonly person: Person | undefined
  readonly before: Drafts | undefined
  /** What those are by now that were submitted. */
  readonly sent: ReadonlyMap<string, ReviewThread>
}

export const saveDrafts: Verb<SaveDrafts, State, readonly Draft[]> = {
  load: async (read, { pull: id, by, drafts }) => {
    const sent = new Map<string, ReviewThread>()
    for (const { id: draft } of drafts) {
      const thread = await read.get('review_threads', draft)
      if (thread) sent.set(draft, thread)
    }
    return {
      pull: await loadPull(read, id),
      person: await read.get('people', by.id),
      before: await read.get('drafts', ownAt(id, by.id)),
      sent,
    }
  },
  decide: ({ pull, person, sent, before }, { by, drafts: written, removed: dropped = [] }, now) => {
    reviewerOf(pull, by, person)
    refuseClosed(pull)
    refuseSecrets(written, '/drafts')
    refuseLate(written, sent)
    // A save that a submitted review has overtaken must not make drafts of its threads: nobody could submit them again.
    const drafts = written.filter(({ id }) => !sent.has(id))
    const ids = drafts.map(({ id }) => id)
    const twice = ids.find((id, at) => ids.indexOf(id) !== at)
    if (twice !== undefined) throw new AppError('invalid_input', [], { message: `Two drafts are called ${twice}.` })
    const known = before?.drafts ?? []
    const removed = known.map(({ id }) => id).filter((id) => dropped.includes(id) && !ids.includes(id))
    const stay = known.filter(({ id }) => !ids.includes(id) && !removed.includes(id))
    refuseMany(stay.length + drafts.length)
    const changed = newIn(drafts, known)
    if (changed.length + removed.length === 0) return { events: [], effects: [], result: drafts }
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job })
    const saved = event('drafts_saved', { pull: pull.id, drafts: changed, removed })
    return { events: [saved], effects: [], result: drafts }
  },
}

/** What a thread does not say would be lost without a word: whoever wrote it on behind the review has to keep it under another id. */
function refuseLate(written: readonly Draft[], sent: State['sent']): void {
  const late = written.find((draft) => {
    const thread = sent.get(draft.id)
    return thread !== undefined && !isSaidIn(draft, thread)
  })
  if (late === undefined) return
  const message = `There is a thread ${late.id} already, in other words. Call the draft something else.`
  throw new AppError('id_taken', [], { message })
}

function isSaidIn({ kind, text, suggestion }: Draft, thread: ReviewThread): boolean {
  return thread.kind === kind && thread.messages[0]?.text === text && thread.suggestion === suggestion
}

/** As many as can be submitted in one review. */
const MOST_DRAFTS = 500

function refuseMany(count: number): void {
  if (count <= MOST_DRAFTS) return
  const message = `You have ${count} drafts, and a review has at most ${MOST_DRAFTS}. Submit some of them.`
  throw new AppError('invalid_input', [], { message })
}

function newIn(drafts: readonly Draft[], before: readonly Draft[]): readonly Draft[] {
  const known = new Map(before.map((draft) => [draft.id, JSON.stringify(draft)]))
  return drafts.filter((draft) => known.get(draft.id) !== JSON.stringify(draft))
}
