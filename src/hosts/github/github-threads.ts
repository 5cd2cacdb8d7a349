import type { HostMessage, HostReview, HostThread } from '../../engine/ports.ts'
import { quotedLines } from '../quoted-lines.ts'
import type { GithubComment, GithubReview } from './github-answers.ts'

/** Who settled a thread, by its first comment. */
export type Resolved = ReadonlyMap<number, string | null>

/** GitHub calls somebody whose account is gone a ghost. */
const GHOST = 'ghost'

const ANSWERS: Readonly<Record<string, HostReview['answer']>> = {
  APPROVED: 'approve',
  CHANGES_REQUESTED: 'request_changes',
  COMMENTED: 'comment',
  // What it was before is not told any more, and it counts for nothing.
  DISMISSED: 'comment',
}

/** A submitted review; undefined for one that is not submitted, or that says something we have no word for. */
export function githubReview({ id, user, state, body, commit_id, submitted_at }: GithubReview): HostReview | undefined {
  const answer = ANSWERS[state]
  if (answer === undefined || submitted_at === undefined) return undefined
  return {
    id: String(id),
    login: user?.login ?? GHOST,
    answer,
    text: body,
    commit: commit_id ?? '',
    at: submitted_at,
    voided: state === 'DISMISSED' ? 'dismissed' : null,
  }
}

/** Comments by the conversation that they belong to: answers name the first comment. */
export function githubThreads(comments: readonly GithubComment[], resolved: Resolved): readonly HostThread[] {
  const firsts = comments.filter(({ in_reply_to_id }) => in_reply_to_id === undefined)
  return firsts.map((first) => {
    const lines = linesOf(first)
    const side = first.side === 'LEFT' ? 'old' : 'new'
    const replies = comments.filter(({ in_reply_to_id }) => in_reply_to_id === first.id)
    return {
      id: String(first.id),
      review: first.pull_request_review_id === null ? null : String(first.pull_request_review_id),
      ...{ path: first.path, side, lines, commit: first.original_commit_id },
      quote: lines === null ? [] : quotedLines(first.diff_hunk, { side, lines: lines.last - lines.first + 1 }),
      isResolved: resolved.has(first.id),
      resolvedBy: resolved.get(first.id) ?? null,
      messages: [first, ...replies].map(messageOf),
    }
  })
}

/** The lines that a comment is about; null for the whole file, and where GitHub does not tell: then nobody may lose the words. */
function linesOf({
  subject_type,
  original_line,
  line,
  original_start_line,
  ...sides
}: GithubComment): HostThread['lines'] {
  const last = original_line ?? line ?? null
  if (subject_type === 'file' || last === null) return null
  // Where it begins on the other side, its first line is counted there: it is about the line at which it stands.
  const { side = 'RIGHT' } = sides
  const isAcross = (sides.start_side ?? side) !== side
  return { first: isAcross ? last : (original_start_line ?? last), last }
}

function messageOf({ id, user, body, created_at }: GithubComment): HostMessage {
  return { id: String(id), login: user?.login ?? GHOST, text: body, at: created_at }
}

/** One question of GraphQL, because the rest of the API does not tell which threads are resolved. */
export const RESOLVED_THREADS = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        nodes { isResolved resolvedBy { login } comments(first: 1) { nodes { databaseId } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`
