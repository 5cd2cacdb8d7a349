import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId, ThreadId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Pull } from '../../model/pull.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import type { Reply } from '../../model/unsent-review.ts'
import { maySee } from '../access.ts'
import { eventMaker } from '../event-maker.ts'
import { noSuch } from '../job-state.ts'
import type { Effect, NewEvent } from '../ports.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import { ownAt } from '../tables.ts'
import type { Verb } from '../verb.ts'
import { loadPull, mergeEffect, refuseClosed, reviewerOf } from './pull-state.ts'

/** A person goes on with a thread: says something, settles it, or takes it up again. */
export interface TalkInThread {
  readonly pull: PullId
  readonly thread: ThreadId
  readonly by: Actor
  readonly say: Saying
}

/** What can be said. Taking something up again needs words: the agent has to know what is still wrong. */
export type Saying =
  | { readonly do: 'reply'; readonly text: string }
  | { readonly do: 'resolve' }
  | { readonly do: 'reopen'; readonly text: string }

interface State {
  readonly pull: Pull
  readonly thread: ReviewThread
  readonly person: Person | undefined
  /** What they have kept of their words for it. */
  readonly begun: Reply | undefined
}

export const talkInThread: Verb<TalkInThread, State, ThreadId> = {
  load: async (read, { pull: id, thread: threadId, by }) => {
    const pull = await loadPull(read, id)
    const thread = await read.get('review_threads', threadId)
    const person = await read.get('people', by.id)
    const kept = (await read.get('drafts', ownAt(id, by.id)))?.unsent?.replies ?? {}
    const begun = Object.hasOwn(kept, threadId) ? kept[threadId] : undefined
    if (thread !== undefined && thread.pull === pull.id) return { pull, thread, person, begun }
    // Who may not see the pull request is told the same as where there is none.
    throw maySee(person, pull.tenant) ? noSuch('thread', threadId) : noSuch('pull request', id)
  },
  decide: ({ pull, thread, person, begun }, { by, say }, now) => {
    reviewerOf(pull, by, person)
    refuseClosed(pull)
    refuseSecrets(say, '')
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    const effects = say.do === 'resolve' ? mergeOnce(pull, thread.id, now) : []
    // What is said is begun no more. Other words, begun on another screen, are.
    const isSaid = begun !== undefined && say.do !== 'resolve' && begun.text.trim() === say.text.trim()
    const done = isSaid ? [event('unsent_saved', { pull: pull.id, replies: { [thread.id]: null } })] : []
    return { events: [...said({ pull, thread }, say, event), ...done], effects, result: thread.id }
  },
}

/** Where nothing else holds up what was approved. */
function mergeOnce(pull: Pull, resolved: ThreadId, now: Date): readonly Effect[] {
  const others = [...pull.blocking, ...pull.unanswered].filter((thread) => thread !== resolved)
  if (pull.checkpoint === null || others.length > 0) return []
  return [mergeEffect(pull.id, pull.tenant, `${resolved}:${now.toISOString()}`)]
}

function said(
  { pull, thread }: Pick<State, 'pull' | 'thread'>,
  say: Saying,
  event: ReturnType<typeof eventMaker>,
): readonly NewEvent[] {
  const about = { pull: pull.id, thread: thread.id }
  const isResolved = thread.state === 'resolved'
  switch (say.do) {
    case 'reply':
      return [event('thread_replied', { ...about, text: say.text })]
    case 'resolve':
      return isResolved ? [] : [event('thread_resolved', about)]
    case 'reopen':
      if (isResolved || thread.state === 'addressed') return [event('thread_reopened', { ...about, text: say.text })]
      throw new AppError('thread_open', [], { message: `Thread ${thread.id} is open. Reply to it instead.` })
    default:
      return say satisfies never
  }
}
