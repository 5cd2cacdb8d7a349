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
  const isVoid = stale === true || dismissed === true || !commit_id
  return {
    id: String(id),
    login: user?.login ?? GHOST,
    answer,
    text: body ?? '',
    commit: commit_id ?? '',
    at: submitted_at,
    isVoid,
  }
}

/** Gitea has no threads of its own: comments on the same line of the same side are one conversation. */
export function giteaThreads(comments: readonly GiteaComment[]): readonly HostThread[] {
  const inOrder = [...comments].sort((one, other) => one.id - other.id)
  const byPlace = Map.groupBy(inOrder, (comment) => JSON.stringify([comment.path, placeOf(comment)]))
  return [...byPlace.values()].flatMap((conversation) => {
    const [first] = conversation
    const place = first && placeOf(first)
    if (first === undefined || place === undefined) return []
    const resolver = conversation.find((comment) => comment.resolver)?.resolver?.login ?? null
    return [
      {
        id: String(first.id),
        review: String(first.pull_request_review_id),
        ...{ path: first.path, side: place.side, first: place.line, last: place.line },
        commit: first.commit_id ?? '',
        quote: quotedLines(first.diff_hunk ?? '', { side: place.side, lines: 1 }),
        isResolved: resolver !== null,
        resolvedBy: resolver,
        messages: conversation.map(({ id, user, body, created_at }) => ({
          ...{ id: String(id), login: user?.login ?? GHOST, text: body, at: created_at },
        })),
      } satisfies HostThread,
    ]
  })
}

function placeOf({
  position,
  original_position,
}: GiteaComment): { readonly side: 'old' | 'new'; readonly line: number } | undefined {
  if (position) return { side: 'new', line: position }
  return original_position ? { side: 'old', line: original_position } : undefined
}
