import type { HostReview, HostThread } from '../../engine/ports.ts'
import { quotedLines } from '../quoted-lines.ts'
import type { GiteaComment, GiteaReview } from './gitea-answers.ts'

/** Gitea calls somebody whose account is gone a ghost. */
const GHOST = 'Ghost'

const ANSWERS: Readonly<Record<string, HostReview['answer']>> = {
  APPROVED: 'approve',
  REQUEST_CHANGES: 'request_changes',
  COMMENT: 'comment',
}

/** A submitted review; undefined for one that is pending, that only asks for a review, or that says something we have no word for. */
export function giteaReview({
  id,
  user,
  state,
  body,
  commit_id,
  submitted_at,
  stale,
  dismissed,
}: GiteaReview): HostReview | undefined {
  const answer = ANSWERS[state]
  if (answer === undefined) return undefined
  return {
    id: String(id),
    login: user?.login ?? GHOST,
    answer,
    text: body ?? '',
    commit: commit_id ?? '',
    at: submitted_at,
    voided: dismissed === true ? 'dismissed' : stale === true ? 'stale' : null,
  }
}

/**
 * Gitea names no conversations. A reply to a comment is kept under the review of that comment, so that comments of one review on one line are
 * one conversation, and the next review begins another. What we answer is a review of our own, and belongs to all that stood there before.
 */
export function giteaThreads(
  comments: readonly GiteaComment[],
  { own, reviews }: { readonly own: string; readonly reviews: readonly GiteaReview[] },
): readonly HostThread[] {
  const commits = new Map(reviews.map(({ id, commit_id }) => [id, commit_id ?? '']))
  const inOrder = [...comments].sort((one, other) => one.id - other.id)
  const byPlace = Map.groupBy(inOrder, (comment) => JSON.stringify([comment.path, placeOf(comment)]))
  return [...byPlace.values()].flatMap((onLine) => {
    const isOurs = ({ user }: GiteaComment) => user?.login.toLowerCase() === own.toLowerCase()
    const byReview = Map.groupBy(
      onLine.filter((comment) => !isOurs(comment)),
      (comment) => comment.pull_request_review_id,
    )
    const answers = onLine.filter(isOurs)
    return [...byReview.values()].flatMap((said) => threadOf(said, answers, commits) ?? [])
  })
}

function threadOf(
  said: readonly GiteaComment[],
  answers: readonly GiteaComment[],
  commits: ReadonlyMap<number, string>,
): HostThread | undefined {
  const [first] = said
  const place = first && placeOf(first)
  if (first === undefined || place === undefined) return undefined
  const resolver = said.find((comment) => comment.resolver)?.resolver?.login ?? null
  const all = [...said, ...answers.filter(({ id }) => id > first.id)].sort((one, other) => one.id - other.id)
  return {
    id: String(first.id),
    review: String(first.pull_request_review_id),
    ...{ path: first.path, side: place.side, lines: { first: place.line, last: place.line } },
    // A comment itself names the commit that last changed its line, where the line may have had another number.
    commit: commits.get(first.pull_request_review_id) ?? '',
    quote: quotedLines(first.diff_hunk ?? '', { side: place.side, lines: 1 }),
    isResolved: resolver !== null,
    resolvedBy: resolver,
    messages: all.map(({ id, user, body, created_at }) => ({
      ...{ id: String(id), login: user?.login ?? GHOST, text: body, at: created_at },
    })),
  }
}

function placeOf({
  position,
  original_position,
}: GiteaComment): { readonly side: 'old' | 'new'; readonly line: number } | undefined {
  if (position) return { side: 'new', line: position }
  return original_position ? { side: 'old', line: original_position } : undefined
}
