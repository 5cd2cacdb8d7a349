import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Pull } from '../../model/pull.ts'
import type { Draft } from '../../model/review-thread.ts'
import { eventMaker } from '../event-maker.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import { type Drafts, ownAt } from '../tables.ts'
import type { Verb } from '../verb.ts'
import { loadPull, refuseClosed, reviewerOf } from './pull-state.ts'

/** A person keeps what they have written so far; all of it, each time. */
export interface SaveDrafts {
  readonly pull: PullId
  readonly by: Actor
  readonly drafts: readonly Draft[]
}

interface State {
  readonly pull: Pull
  readonly person: Person | undefined
  readonly before: Drafts | undefined
  /** Those that were submitted by now, and are threads. */
  readonly sent: ReadonlySet<string>
}

export const saveDrafts: Verb<SaveDrafts, State, readonly Draft[]> = {
  load: async (read, { pull: id, by, drafts }) => {
    const sent = new Set<string>()
    for (const draft of drafts) if (await read.get('review_threads', draft.id)) sent.add(draft.id)
    return {
      pull: await loadPull(read, id),
      person: by.kind === 'person' ? await read.get('people', by.id) : undefined,
      before: await read.get('drafts', ownAt(id, by.id)),
      sent,
    }
  },
  decide: ({ pull, person, sent, before }, { by, drafts: written }, now) => {
    reviewerOf(pull, by, person)
    refuseClosed(pull)
    refuseSecrets(written, '/drafts')
    // A save that a submitted review has overtaken must not make drafts of its threads: nobody could submit them again.
    const drafts = written.filter(({ id }) => !sent.has(id))
    const ids = drafts.map(({ id }) => id)
    const twice = ids.find((id, at) => ids.indexOf(id) !== at)
    if (twice !== undefined) throw new AppError('invalid_input', [], { message: `Two drafts are called ${twice}.` })
    const { changed, removed } = newIn(drafts, before?.drafts ?? [])
    if (changed.length + removed.length === 0) return { events: [], effects: [], result: drafts }
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job })
    const saved = event('drafts_saved', { pull: pull.id, drafts: changed, removed })
    return { events: [saved], effects: [], result: drafts }
  },
}

function newIn(drafts: readonly Draft[], before: readonly Draft[]) {
  const known = new Map(before.map((draft) => [draft.id, JSON.stringify(draft)]))
  return {
    changed: drafts.filter((draft) => known.get(draft.id) !== JSON.stringify(draft)),
    removed: before.filter(({ id }) => drafts.every((draft) => draft.id !== id)).map(({ id }) => id),
  }
}
