import type { HostReview } from '../../engine/ports.ts'
import { beginThreads } from '../../engine/pull/begin-threads.ts'
import { heardOnHost } from '../../engine/pull/hear-on-host.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { PersonId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { Draft, ThreadKind } from '../../model/review-thread.ts'
import { placesOfDrafts } from '../pull/follow-threads.ts'
import { type Begun, draftsOf, wholeOf } from './drafts-of.ts'
import { fitting } from './fitting.ts'
import { type Hearing, noteHeard, type Unjudged, whyRefused } from './hearing.ts'

/** A review by somebody who is known here. */
export interface Said extends Begun {
  readonly person: PersonId
  readonly heard: Unjudged
}

/** One that decides nothing. */
interface Undecided extends Said {
  readonly why: string
  /** Set where nobody else will be asked: then a no stands in the way with what it says of the whole, too. */
  readonly isLast?: true
}

/**
 * Hears what a review says that decides nothing, because it is about an earlier commit, was dismissed or is refused: each of its comments is
 * a thread of the round that it was written about, its words about the whole are another one, and the agent answers them.
 */
export async function hearWords(hearing: Hearing, pull: Pull, said: Undecided): Promise<void> {
  const { review, person, heard, why, isLast } = said
  const words = await fitting(hearing, pull, { text: review.text, threads: await draftsOf(hearing, pull, said) })
  const whole =
    words.text === ''
      ? []
      : [await wholeOf(hearing, pull, { review, text: words.text, kind: weightOf(review, isLast) })]
  const threads: readonly Draft[] = [...whole, ...words.threads]
  // Whoever only comments decides nothing anyway, and has all of it counted.
  const isComment = review.answer === 'comment' && review.voided !== 'dismissed'
  if (threads.length === 0)
    return noteHeard(hearing, pull.id, { ...heard, counted: isComment, why: isComment ? null : why })
  const places = await placesOfDrafts(hearing, pull, threads)
  const judged = isComment ? { counted: true, why: null } : ({ counted: false, why, words: true } as const)
  const by = { kind: 'person', id: person } as const
  const given = { pull: pull.id, by, newest: pull.round, threads, places }
  await runCommand(hearing, heardOnHost(beginThreads, { ...heard, ...judged }), given).catch((error: unknown) => {
    const refused = whyRefused(error)
    if (refused === undefined) return undefined
    const both = refused === why ? why : `${why}; what it says is not heard: ${refused}`
    return noteHeard(hearing, pull.id, { ...heard, counted: false, why: both })
  })
}

/** Forges let nobody settle what a review says of the whole, so it does not stand in the way unless nothing else would. */
function weightOf({ answer, voided }: HostReview, isLast = false): ThreadKind {
  if (answer === 'request_changes' && isLast) return 'blocking'
  return answer === 'approve' && voided !== 'dismissed' ? 'nit' : 'question'
}
