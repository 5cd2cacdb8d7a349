// Made by `npm run generate` from test/forges: GitHub's REST API, @octokit/openapi 23.0.2, api.github.com.

/** Every request that Leeway makes there, as the forge describes it. */
export interface GithubRequests {
  'GET /user': {
    readonly path: Record<never, never>
    readonly query: Record<never, never>
    readonly body: undefined
  }
  'GET /repos/{owner}/{repo}/pulls': {
    readonly path: { readonly owner: string; readonly repo: string }
    readonly query: {
      readonly state?: 'open' | 'closed' | 'all' | undefined
      readonly head?: string | undefined
      readonly base?: string | undefined
      readonly sort?: 'created' | 'updated' | 'popularity' | 'long-running' | undefined
      readonly direction?: 'asc' | 'desc' | undefined
      readonly per_page?: number | undefined
      readonly page?: number | undefined
    }
    readonly body: undefined
  }
  'POST /repos/{owner}/{repo}/pulls': {
    readonly path: { readonly owner: string; readonly repo: string }
    readonly query: Record<never, never>
    readonly body: {
      readonly title?: string | undefined
      readonly head: string
      readonly head_repo?: string | undefined
      readonly base: string
      readonly body?: string | undefined
      readonly maintainer_can_modify?: boolean | undefined
      readonly draft?: boolean | undefined
      readonly issue?: number | undefined
    }
  }
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': {
    readonly path: { readonly owner: string; readonly repo: string; readonly pull_number: number }
    readonly query: Record<never, never>
    readonly body: undefined
  }
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number}': {
    readonly path: { readonly owner: string; readonly repo: string; readonly pull_number: number }
    readonly query: Record<never, never>
    readonly body: {
      readonly title?: string | undefined
      readonly body?: string | undefined
      readonly state?: 'open' | 'closed' | undefined
      readonly base?: string | undefined
      readonly maintainer_can_modify?: boolean | undefined
    }
  }
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge': {
    readonly path: { readonly owner: string; readonly repo: string; readonly pull_number: number }
    readonly query: Record<never, never>
    readonly body: {
      readonly commit_title?: string | undefined
      readonly commit_message?: string | undefined
      readonly sha?: string | undefined
      readonly merge_method?: 'merge' | 'squash' | 'rebase' | undefined
    }
  }
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews': {
    readonly path: { readonly owner: string; readonly repo: string; readonly pull_number: number }
    readonly query: {
      readonly per_page?: number | undefined
      readonly page?: number | undefined
    }
    readonly body: undefined
  }
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews': {
    readonly path: { readonly owner: string; readonly repo: string; readonly pull_number: number }
    readonly query: Record<never, never>
    readonly body: {
      readonly commit_id?: string | undefined
      readonly body?: string | undefined
      readonly event?: 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT' | undefined
      readonly comments?: readonly ({
        readonly path: string
        readonly position?: number | undefined
        readonly body: string
        readonly line?: number | undefined
        readonly side?: string | undefined
        readonly start_line?: number | undefined
        readonly start_side?: string | undefined
      })[] | undefined
    }
  }
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments': {
    readonly path: { readonly owner: string; readonly repo: string; readonly pull_number: number }
    readonly query: {
      readonly sort?: 'created' | 'updated' | undefined
      readonly direction?: 'asc' | 'desc' | undefined
      readonly since?: string | undefined
      readonly per_page?: number | undefined
      readonly page?: number | undefined
    }
    readonly body: undefined
  }
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies': {
    readonly path: { readonly owner: string; readonly repo: string; readonly pull_number: number; readonly comment_id: number }
    readonly query: Record<never, never>
    readonly body: {
      readonly body: string
    }
  }
  'GET /repos/{owner}/{repo}/git/ref/{ref}': {
    readonly path: { readonly owner: string; readonly repo: string; readonly ref: string }
    readonly query: Record<never, never>
    readonly body: undefined
  }
  'DELETE /repos/{owner}/{repo}/git/refs/{ref}': {
    readonly path: { readonly owner: string; readonly repo: string; readonly ref: string }
    readonly query: Record<never, never>
    readonly body: undefined
  }
  'GET /repos/{owner}/{repo}/activity': {
    readonly path: { readonly owner: string; readonly repo: string }
    readonly query: {
      readonly direction?: 'asc' | 'desc' | undefined
      readonly per_page?: number | undefined
      readonly before?: string | undefined
      readonly after?: string | undefined
      readonly ref?: string | undefined
      readonly actor?: string | undefined
      readonly time_period?: 'day' | 'week' | 'month' | 'quarter' | 'year' | undefined
      readonly activity_type?: 'push' | 'force_push' | 'branch_creation' | 'branch_deletion' | 'pr_merge' | 'merge_queue_merge' | undefined
    }
    readonly body: undefined
  }
}
