import type { Description, Schema } from './description.ts'
import type { ForgeState, StandComment, StandReview } from './forge-state.ts'
import type { Face } from './stand-in.ts'

type Pull = NonNullable<ReturnType<ForgeState['pull']>>

const STATES = { approve: 'APPROVED', request_changes: 'REQUEST_CHANGES', comment: 'COMMENT' } as const
const NOT_FOUND = { status: 404, value: { message: 'The target couldn’t be found.' } }

/** How the fields of a merge are called, in older and in newer versions. */
const SPELLINGS = {
  older: { do: 'Do', title: 'MergeTitleField', message: 'MergeMessageField', commit: 'MergeCommitID' },
  newer: { do: 'do', title: 'merge_title_field', message: 'merge_message_field', commit: 'merge_commit_id' },
} as const
type Spelling = keyof typeof SPELLINGS

const MERGE = 'POST /repos/{owner}/{repo}/pulls/{index}/merge'

/** How Gitea and Forgejo speak of what a forge knows. */
export function giteaFace(spelling: Spelling): Face {
  return {
    forge: 'gitea',
    api: '/api/v1',
    // By the address that its settings say, which need not be the one that it was asked at.
    asCalledThere: (url) => url.replace(/^http:\/\/[^/]+\//, 'https://forge.example.org/'),
    describe: (description) => spelled(description, spelling),
    answer: (state, { name, params, body }) => {
      const pull = state.pull(Number(params['index'] ?? 0))
      const field = (key: string) => String((body as Record<string, unknown>)?.[key] ?? '')
      const branch = String(params['branch'] ?? '')
      switch (name) {
        case 'GET /user':
          return { status: 200, value: { login: 'leeway-bot' } }
        case 'GET /repos/{owner}/{repo}/pulls':
          return {
            status: 200,
            list: state.pulls.filter((one) => one.state === 'open').map((one) => pullOf(state, one)),
          }
        case 'POST /repos/{owner}/{repo}/pulls': {
          const made = state.open(field('head'), field('title'), field('body'))
          if (typeof made === 'string') return { status: made === 'known' ? 409 : 404, value: { message: made } }
          return { status: 201, value: pullOf(state, made) }
        }
        case 'GET /repos/{owner}/{repo}/branches/{branch}': {
          const id = state.git.head(branch)
          return id ? { status: 200, value: { name: branch, commit: { id } } } : NOT_FOUND
        }
        case 'GET /repos/{owner}/{repo}/activities/feeds':
          return { status: 200, list: state.pushes.map(activityOf) }
        case 'DELETE /repos/{owner}/{repo}/branches/{branch}': {
          if (state.git.head(branch) === undefined) return NOT_FOUND
          state.git.deleteBranch(branch)
          return { status: 204 }
        }
        default:
          return pull === undefined ? NOT_FOUND : ofPull({ state, pull, spelling }, { name, params, body })
      }
    },
  }
}

/** What a version knows is described; what only the other one knows is passed over, as both do. */
function spelled(description: Description, spelling: Spelling): Description {
  const merge = description.operations[MERGE]!
  const older = merge.body?.properties ?? {}
  const renamed = Object.entries(SPELLINGS.newer).map(
    ([key, name]) => [name, older[SPELLINGS.older[key as 'do']]!] as const,
  )
  const properties: Record<string, Schema> = { ...older, ...Object.fromEntries(renamed) }
  const body = { ...merge.body, properties, required: [SPELLINGS[spelling].do] }
  return { ...description, operations: { ...description.operations, [MERGE]: { ...merge, body } } }
}

interface About {
  readonly state: ForgeState
  readonly pull: Pull
  readonly spelling: Spelling
}

function ofPull(
  { state, pull, spelling }: About,
  { name, params, body }: { name: string; params: Readonly<Record<string, string>>; body: unknown },
): ReturnType<Face['answer']> {
  const given = (body ?? {}) as Record<string, string>
  switch (name.replace('/repos/{owner}/{repo}/', '')) {
    case 'GET pulls/{index}':
      return { status: 200, value: pullOf(state, pull) }
    case 'PATCH pulls/{index}':
      Object.assign(pull, given)
      return { status: 201, value: pullOf(state, pull) }
    case 'POST pulls/{index}/merge':
      return merge({ state, pull, spelling }, given)
    case 'GET pulls/{index}/reviews':
      return {
        status: 200,
        list: state.reviews
          .filter((one) => one.pull === pull.number && !isReply(state, one))
          .map((one) => reviewOf(state, one)),
      }
    case 'POST pulls/{index}/reviews': {
      const { commit_id, comments = [] } = body as {
        commit_id?: string
        comments?: { path: string; body: string; new_position?: number; old_position?: number }[]
      }
      const lines = comments.map(({ path, body: text, new_position, old_position }) => ({
        ...{
          path,
          text,
          last: new_position ?? old_position ?? 0,
          side: new_position ? ('new' as const) : ('old' as const),
        },
      }))
      const made = state.review(pull.number, 'leeway-bot', {
        answer: 'comment',
        text: given['body'] ?? '',
        comments: lines,
        ...(commit_id && { commit: commit_id }),
      })
      return { status: 200, value: reviewOf(state, made) }
    }
    case 'GET pulls/{index}/reviews/{id}/comments':
      return {
        status: 200,
        list: state.comments
          .filter((one) => state.homeOf(one) === Number(params['id']))
          .map((one) => commentOf(state, one)),
      }
    default:
      return NOT_FOUND
  }
}

function merge({ state, pull, spelling }: About, given: Record<string, string>): ReturnType<Face['answer']> {
  const names = SPELLINGS[spelling]
  if (given[names.do] !== 'squash') return { status: 422, value: { message: `[${names.do}]: Required` } }
  if (pull.mergedAs !== null) return { status: 405, value: { message: 'The PR is already merged' } }
  const became = state.merge(
    pull,
    given['head_commit_id'] ?? pull.head,
    `${given[names.title] ?? ''}\n\n${given[names.message] ?? ''}`,
  )
  if (became === 'merged') return { status: 200 }
  // Of a conflict Gitea gives what git wrote.
  if (became === 'conflict')
    return { status: 409, value: { Style: 'squash', StdOut: '', StdErr: 'CONFLICT (content)', Err: {} } }
  return { status: 409, value: { message: 'head out of date' } }
}

function activityOf({ login, branch, from, to }: ForgeState['pushes'][number]) {
  const commit = { Sha1: to, Message: 'Mine', AuthorName: 'Whoever' }
  const content = { Commits: [commit], HeadCommit: commit, CompareURL: `house/tools/compare/${from}...${to}`, Len: 1 }
  const ref_name = `refs/heads/${branch}`
  return { op_type: 'commit_repo', ref_name, content: JSON.stringify(content), act_user: { login } }
}

function pullOf(state: ForgeState, { number, branch, base, title, body, state: is, mergedAs, mergedBy, head }: Pull) {
  return {
    updated_at: state.updatedAt(number),
    ...{ number, title, body, state: is, html_url: `https://forge.invalid/house/tools/pulls/${number}` },
    ...{
      merged: mergedAs !== null,
      merge_commit_sha: mergedAs,
      merged_by: mergedBy === null ? null : { login: mergedBy },
      head: { ref: branch, sha: head, repo: { full_name: 'house/tools' } },
    },
    base: { ref: base, sha: state.git.head(base) },
  }
}

/** A reply is no review there. */
function isReply(state: ForgeState, { id }: StandReview): boolean {
  const said = state.comments.filter(({ review }) => review === id)
  return said.length > 0 && said.every(({ replyTo }) => replyTo !== null)
}

function reviewOf(state: ForgeState, { id, pull, login, answer, text, commit, at, dismissed }: StandReview) {
  const comments_count = state.comments.filter((one) => state.homeOf(one) === id).length
  const stale = state.pull(pull)?.head !== commit
  return {
    id,
    body: text,
    state: STATES[answer],
    commit_id: commit,
    submitted_at: at,
    user: { login },
    dismissed,
    stale,
    comments_count,
  }
}

function commentOf(state: ForgeState, comment: StandComment) {
  const { id, text, path, side, last, at, login, resolvedBy } = comment
  return {
    ...{ id, body: text, path, position: side === 'new' ? last : 0, original_position: side === 'old' ? last : 0 },
    ...{ commit_id: blamed(state, comment), original_commit_id: '', diff_hunk: state.hunk(comment), created_at: at },
    ...{
      pull_request_review_id: state.homeOf(comment),
      user: { login },
      resolver: resolvedBy === null ? null : { login: resolvedBy },
    },
  }
}

/** Gitea names the commit that last changed the line, and not the one that was looked at. */
function blamed({ git }: ForgeState, { commit, path, side, last }: StandComment): string {
  if (side === 'old') return commit
  return git.blamed(commit, path, last)
}
