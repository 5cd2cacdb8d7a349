// Made by `npm run generate` from test/forges: Gitea's API, gitea-js 1.23.0.

/** Every request that Leeway makes there, as the forge describes it. */
export interface GiteaRequests {
  'GET /user': {
    readonly path: Record<never, never>
    readonly query: Record<never, never>
    readonly body: undefined
  }
  'GET /repos/{owner}/{repo}/pulls': {
    readonly path: { readonly owner: string; readonly repo: string }
    readonly query: {
      readonly state?: 'open' | 'closed' | 'all' | undefined
      readonly sort?: 'oldest' | 'recentupdate' | 'leastupdate' | 'mostcomment' | 'leastcomment' | 'priority' | undefined
      readonly milestone?: number | undefined
      readonly labels?: readonly number[] | undefined
      readonly poster?: string | undefined
      readonly page?: number | undefined
      readonly limit?: number | undefined
    }
    readonly body: undefined
  }
  'POST /repos/{owner}/{repo}/pulls': {
    readonly path: { readonly owner: string; readonly repo: string }
    readonly query: Record<never, never>
    readonly body: {
      readonly assignee?: string | undefined
      readonly assignees?: readonly string[] | undefined
      readonly base?: string | undefined
      readonly body?: string | undefined
      readonly due_date?: string | undefined
      readonly head?: string | undefined
      readonly labels?: readonly number[] | undefined
      readonly milestone?: number | undefined
      readonly reviewers?: readonly string[] | undefined
      readonly team_reviewers?: readonly string[] | undefined
      readonly title?: string | undefined
    }
  }
  'GET /repos/{owner}/{repo}/pulls/{index}': {
    readonly path: { readonly owner: string; readonly repo: string; readonly index: number }
    readonly query: Record<never, never>
    readonly body: undefined
  }
  'PATCH /repos/{owner}/{repo}/pulls/{index}': {
    readonly path: { readonly owner: string; readonly repo: string; readonly index: number }
    readonly query: Record<never, never>
    readonly body: {
      readonly allow_maintainer_edit?: boolean | undefined
      readonly assignee?: string | undefined
      readonly assignees?: readonly string[] | undefined
      readonly base?: string | undefined
      readonly body?: string | undefined
      readonly due_date?: string | undefined
      readonly labels?: readonly number[] | undefined
      readonly milestone?: number | undefined
      readonly state?: string | undefined
      readonly title?: string | undefined
      readonly unset_due_date?: boolean | undefined
    }
  }
  'POST /repos/{owner}/{repo}/pulls/{index}/merge': {
    readonly path: { readonly owner: string; readonly repo: string; readonly index: number }
    readonly query: Record<never, never>
    readonly body: {
      readonly Do: 'merge' | 'rebase' | 'rebase-merge' | 'squash' | 'fast-forward-only' | 'manually-merged'
      readonly MergeCommitID?: string | undefined
      readonly MergeMessageField?: string | undefined
      readonly MergeTitleField?: string | undefined
      readonly delete_branch_after_merge?: boolean | undefined
      readonly force_merge?: boolean | undefined
      readonly head_commit_id?: string | undefined
      readonly merge_when_checks_succeed?: boolean | undefined
    }
  }
  'GET /repos/{owner}/{repo}/pulls/{index}/reviews': {
    readonly path: { readonly owner: string; readonly repo: string; readonly index: number }
    readonly query: {
      readonly page?: number | undefined
      readonly limit?: number | undefined
    }
    readonly body: undefined
  }
  'POST /repos/{owner}/{repo}/pulls/{index}/reviews': {
    readonly path: { readonly owner: string; readonly repo: string; readonly index: number }
    readonly query: Record<never, never>
    readonly body: {
      readonly body?: string | undefined
      readonly comments?: readonly ({
        readonly body?: string | undefined
        readonly new_position?: number | undefined
        readonly old_position?: number | undefined
        readonly path?: string | undefined
      })[] | undefined
      readonly commit_id?: string | undefined
      readonly event?: string | undefined
    }
  }
  'GET /repos/{owner}/{repo}/pulls/{index}/reviews/{id}/comments': {
    readonly path: { readonly owner: string; readonly repo: string; readonly index: number; readonly id: number }
    readonly query: Record<never, never>
    readonly body: undefined
  }
  'GET /repos/{owner}/{repo}/branches/{branch}': {
    readonly path: { readonly owner: string; readonly repo: string; readonly branch: string }
    readonly query: Record<never, never>
    readonly body: undefined
  }
  'DELETE /repos/{owner}/{repo}/branches/{branch}': {
    readonly path: { readonly owner: string; readonly repo: string; readonly branch: string }
    readonly query: Record<never, never>
    readonly body: undefined
  }
  'GET /repos/{owner}/{repo}/activities/feeds': {
    readonly path: { readonly owner: string; readonly repo: string }
    readonly query: {
      readonly date?: string | undefined
      readonly page?: number | undefined
      readonly limit?: number | undefined
    }
    readonly body: undefined
  }
}
