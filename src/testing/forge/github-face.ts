import type { ForgeState, StandComment, StandReview } from './forge-state.ts'
import type { Face } from './stand-in.ts'

type Pull = NonNullable<ReturnType<ForgeState['pull']>>

const STATES = { approve: 'APPROVED', request_changes: 'CHANGES_REQUESTED', comment: 'COMMENTED' } as const

/** How GitHub speaks of what a forge knows. */
export const githubFace: Face = {
  forge: 'github',
  api: '',
  // By the number of the repository, whatever name it was asked for by.
  asCalledThere: (url) => url.replace(/\/repos\/[^/]+\/[^/]+\//, '/repositories/1300192/'),
  answer: (state, { name, params, body, query }) => {
    const pull = state.pull(Number(params['pull_number'] ?? params['issue_number'] ?? 0))
    const field = (key: string) => String((body as Record<string, unknown>)?.[key] ?? '')
    switch (name) {
      case 'GET /user':
        return { status: 200, value: { login: 'leeway-bot' } }
      case 'GET /repos/{owner}/{repo}/pulls': {
        const [, head = ''] = (query['head'] ?? '').split(':')
        const open = state.pulls.filter(({ state: is, branch }) => is === 'open' && (head === '' || branch === head))
        return { status: 200, list: open.map((one) => pullOf(state, one)) }
      }
      case 'POST /repos/{owner}/{repo}/pulls': {
        const made = state.open(field('head'), field('title'), field('body'))
        if (typeof made === 'string') return { status: 422, value: { message: 'Validation Failed' } }
        return { status: 201, value: pullOf(state, made) }
      }
      case 'GET /repos/{owner}/{repo}/git/ref/{ref}': {
        const sha = state.git.head(String(params['ref']).replace('heads/', ''))
        return sha
          ? { status: 200, value: { ref: `refs/${params['ref']}`, object: { sha, type: 'commit' } } }
          : NOT_FOUND
      }
      case 'DELETE /repos/{owner}/{repo}/git/refs/{ref}': {
        const branch = String(params['ref']).replace('heads/', '')
        if (state.git.head(branch) === undefined) return { status: 422, value: { message: 'Reference does not exist' } }
        state.git.deleteBranch(branch)
        return { status: 204 }
      }
      case 'GET /repos/{owner}/{repo}/activity':
        return {
          status: 200,
          list: state.pushes
            .filter(({ branch }) => `refs/heads/${branch}` === query['ref'])
            .map(({ login, branch, from, to }) => ({
              ...{ before: from, after: to, ref: `refs/heads/${branch}`, activity_type: 'push', actor: { login } },
            })),
        }
      default:
        return pull === undefined ? NOT_FOUND : ofPull(state, pull, { name, params, body })
    }
  },
}

const NOT_FOUND = { status: 404, value: { message: 'Not Found' } }

const ofPull = (
  state: ForgeState,
  pull: Pull,
  { name, params, body }: { name: string; params: Readonly<Record<string, string>>; body: unknown },
): ReturnType<Face['answer']> => {
  const given = (body ?? {}) as Record<string, string>
  switch (name.replace('/repos/{owner}/{repo}/', '')) {
    case 'GET pulls/{pull_number}':
      return { status: 200, value: pullOf(state, pull) }
    case 'PATCH pulls/{pull_number}':
      Object.assign(pull, given)
      return { status: 200, value: pullOf(state, pull) }
    case 'PUT pulls/{pull_number}/merge':
      return merge(state, pull, given)
    case 'GET pulls/{pull_number}/reviews':
      return { status: 200, list: state.reviews.filter((one) => one.pull === pull.number).map(reviewOf) }
    case 'GET pulls/{pull_number}/comments':
      return {
        status: 200,
        list: state.comments.filter((one) => one.pull === pull.number).map((one) => commentOf(state, one)),
      }
    case 'POST pulls/{pull_number}/comments/{comment_id}/replies': {
      const first = state.comments.find(({ id }) => id === Number(params['comment_id']))
      if (first === undefined) return NOT_FOUND
      const { path, last, first: start, side } = first
      const comments = [{ path, last, first: start, side, text: String(given['body']), replyTo: first.id }]
      state.review(pull.number, 'leeway-bot', { answer: 'comment', comments })
      return { status: 201, value: commentOf(state, state.comments.at(-1)!) }
    }
    case 'POST pulls/{pull_number}/reviews':
      return {
        status: 200,
        value: reviewOf(state.review(pull.number, 'leeway-bot', { answer: 'comment', text: String(given['body']) })),
      }
    default:
      return NOT_FOUND
  }
}

function merge(state: ForgeState, pull: Pull, given: Record<string, string>): ReturnType<Face['answer']> {
  if (pull.state !== 'open') return { status: 405, value: { message: 'Pull Request is not mergeable' } }
  const became = state.merge(pull, given['sha'] ?? pull.head, `${given['commit_title']}\n\n${given['commit_message']}`)
  if (became === 'merged')
    return { status: 200, value: { sha: pull.mergedAs, merged: true, message: 'Pull Request successfully merged' } }
  if (became === 'conflict') return { status: 405, value: { message: 'Merge conflict between base and head' } }
  return { status: 409, value: { message: 'Head branch was modified. Review and try the merge again.' } }
}

function pullOf(state: ForgeState, { number, branch, base, title, body, state: is, mergedAs, mergedBy, head }: Pull) {
  return {
    updated_at: state.updatedAt(number),
    ...{ number, title, body, state: is, html_url: `https://forge.invalid/house/tools/pull/${number}` },
    merged_at: mergedAs === null ? null : '2026-11-16T12:00:00Z',
    // While it is open GitHub names a commit that only tries the merge out.
    merge_commit_sha: mergedAs ?? 'f'.repeat(40),
    merged_by: mergedBy === null ? null : { login: mergedBy },
    head: { ref: branch, sha: head, repo: { full_name: 'house/tools' } },
    base: { ref: base, sha: state.git.head(base) },
  }
}

function reviewOf({ id, login, answer, text, commit, at, dismissed }: StandReview) {
  const state = dismissed ? 'DISMISSED' : STATES[answer]
  return { id, body: text, state, commit_id: commit, submitted_at: at, user: { login } }
}

function commentOf(state: ForgeState, comment: StandComment) {
  const { id, text, path, side, first, last, commit, at, replyTo, review, login } = comment
  return {
    ...{ id, body: text, path, side: side === 'new' ? 'RIGHT' : 'LEFT', subject_type: last === 0 ? 'file' : 'line' },
    // Of a whole file GitHub names no line.
    ...(last > 0 && { line: last, original_line: last }),
    ...{ start_line: first === last ? null : first, original_start_line: first === last ? null : first },
    ...{ commit_id: commit, original_commit_id: commit, diff_hunk: state.hunk(comment), created_at: at },
    ...(replyTo !== null && { in_reply_to_id: replyTo }),
    ...{ pull_request_review_id: review, user: { login } },
  }
}
