import type { PullId } from '../../model/ids.ts'
import { quote } from '../../model/quote.ts'

/** What a push came to, as far as whoever pushed has to know. */
export interface PushFate {
  readonly pull: PullId
  readonly title: string
  /** The address of the cockpit. */
  readonly url: string
  readonly joined:
    | {
        readonly round: number
        /** How many had voted for what stood there before. */
        readonly votes: number
        readonly isAgentsTurn: boolean
        /** Nobody approves what they have a part in. */
        readonly isForOthers: boolean
      }
    | { readonly why: string }
}

/** A few lines for the terminal of whoever pushed. What an agent wrote stands in quotes, so that it never reads like a sentence of ours. */
export function pushWords({ pull, title, url, joined }: PushFate): readonly string[] {
  const look = `Look at it: ${url}/pulls/${pull}`
  if ('why' in joined) {
    return [`Your commits are on the branch, and not part of the review of ${pull} yet: ${joined.why}`, look]
  }
  const { round, votes, isAgentsTurn, isForOthers } = joined
  const name = title === '' ? pull : `${quote(title)} (${pull})`
  return [
    `Your push is round ${round} of ${name}.`,
    ...(votes === 0
      ? []
      : [
          `${votes === 1 ? 'One vote' : `${votes} votes`} for what was there before ${votes === 1 ? 'is' : 'are'} void.`,
        ]),
    ...(isAgentsTurn ? ['It is the agent’s turn: it is given your commits with its next round.'] : []),
    ...(isForOthers ? ['You have a part in it now, so that somebody else has to approve it.'] : []),
    look,
  ]
}
