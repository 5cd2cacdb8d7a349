import type { Picks, Used } from './picks.ts'

const SOMEBODY: Picks = { login: true }
const COMMIT_AT: Picks = { ref: true, sha: true }

const GITHUB_PULL: Picks = {
  ...{ number: true, state: true, title: true, body: true, html_url: true, merge_commit_sha: true, merged_at: true },
  ...{ updated_at: true, head: COMMIT_AT, base: COMMIT_AT },
}
/** Lists leave out who merged it. */
const GITHUB_ONE: Picks = { ...GITHUB_PULL, merged_by: SOMEBODY }
const GITHUB_COMMENT: Picks = {
  ...{ id: true, body: true, path: true, side: true, line: true, original_line: true, start_line: true },
  ...{ original_start_line: true, commit_id: true, original_commit_id: true, diff_hunk: true, created_at: true },
  ...{ in_reply_to_id: true, pull_request_review_id: true, subject_type: true, user: SOMEBODY },
}
const GITHUB_REVIEW: Picks = { id: true, body: true, state: true, commit_id: true, submitted_at: true, user: SOMEBODY }

/** Every request to GitHub that Leeway makes, beside one question in GraphQL. */
export const GITHUB: Readonly<Record<string, Used>> = {
  'GET /user': { reads: SOMEBODY },
  'GET /repos/{owner}/{repo}/pulls': { reads: GITHUB_PULL },
  'POST /repos/{owner}/{repo}/pulls': { reads: GITHUB_ONE },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': { reads: GITHUB_ONE },
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number}': { reads: GITHUB_ONE },
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge': { reads: { sha: true, merged: true, message: true } },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews': { reads: GITHUB_REVIEW },
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews': { reads: GITHUB_REVIEW },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments': { reads: GITHUB_COMMENT },
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies': { reads: GITHUB_COMMENT },
  'GET /repos/{owner}/{repo}/git/ref/{ref}': { reads: { ref: true, object: { sha: true, type: true } } },
  'DELETE /repos/{owner}/{repo}/git/refs/{ref}': { reads: null },
  'GET /repos/{owner}/{repo}/activity': {
    reads: { before: true, after: true, ref: true, activity_type: true, actor: SOMEBODY },
  },
}

const GITEA_PULL: Picks = {
  ...{ number: true, state: true, title: true, body: true, html_url: true, merged: true, merge_commit_sha: true },
  ...{ updated_at: true, merged_by: SOMEBODY, head: COMMIT_AT, base: COMMIT_AT },
}
const GITEA_REVIEW: Picks = {
  ...{ id: true, body: true, state: true, commit_id: true, submitted_at: true, stale: true, dismissed: true },
  ...{ comments_count: true, user: SOMEBODY },
}
const GITEA_COMMENT: Picks = {
  ...{ id: true, body: true, path: true, position: true, original_position: true, commit_id: true },
  ...{ original_commit_id: true, diff_hunk: true, created_at: true, pull_request_review_id: true },
  ...{ user: SOMEBODY, resolver: SOMEBODY },
}

/** Every request to Gitea and Forgejo that Leeway makes. */
export const GITEA: Readonly<Record<string, Required<Used>>> = {
  'GET /user': { reads: SOMEBODY, status: '200' },
  'GET /repos/{owner}/{repo}/pulls': { reads: GITEA_PULL, status: '200' },
  'POST /repos/{owner}/{repo}/pulls': { reads: GITEA_PULL, status: '201' },
  'GET /repos/{owner}/{repo}/pulls/{index}': { reads: GITEA_PULL, status: '200' },
  'PATCH /repos/{owner}/{repo}/pulls/{index}': { reads: GITEA_PULL, status: '201' },
  'POST /repos/{owner}/{repo}/pulls/{index}/merge': { reads: null, status: '200' },
  'GET /repos/{owner}/{repo}/pulls/{index}/reviews': { reads: GITEA_REVIEW, status: '200' },
  'POST /repos/{owner}/{repo}/pulls/{index}/reviews': { reads: GITEA_REVIEW, status: '200' },
  'GET /repos/{owner}/{repo}/pulls/{index}/reviews/{id}/comments': { reads: GITEA_COMMENT, status: '200' },
  'GET /repos/{owner}/{repo}/branches/{branch}': { reads: { name: true, commit: { id: true } }, status: '200' },
  'DELETE /repos/{owner}/{repo}/branches/{branch}': { reads: null, status: '204' },
  'GET /repos/{owner}/{repo}/activities/feeds': {
    reads: { op_type: true, ref_name: true, content: true, act_user: SOMEBODY },
    status: '200',
  },
}
