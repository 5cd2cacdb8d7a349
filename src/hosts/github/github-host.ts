import type {
  HostedPull,
  HostMerge,
  HostOffer,
  HostReviews,
  HostThread,
  PinnedMerge,
  PullHost,
} from '../../engine/ports.ts'
import { AppError } from '../../model/errors.ts'
import { ForgeHttp, refusedWith } from '../forge-http.ts'
import { type ForgeOptions, gitHeader } from '../forge-options.ts'
import { isOurs } from '../is-ours.ts'
import { mergePinned } from '../merge-pinned.ts'
import {
  GithubAccount,
  GithubActivity,
  GithubComment,
  GithubPull,
  GithubRef,
  GithubReview,
  GithubThreads,
} from './github-answers.ts'
import type { GithubRequests } from './github-requests.ts'
import { githubReview, githubThreads, RESOLVED_THREADS, type Resolved } from './github-threads.ts'

const HEADERS = {
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
  'user-agent': 'leeway',
}
const PULLS = '/repos/{owner}/{repo}/pulls'
const PULL = `${PULLS}/{pull_number}` as const
const PAGE = { per_page: 100 }

/** GitHub, and GitHub Enterprise Server. */
export class GithubHost implements PullHost {
  readonly kind = 'github'
  readonly #options: ForgeOptions
  readonly #http: ForgeHttp<GithubRequests>
  readonly #at: { readonly owner: string; readonly repo: string }

  constructor(options: ForgeOptions) {
    const authorization = async () => `Bearer ${await options.token()}`
    this.#options = options
    this.#http = new ForgeHttp({ ...options, headers: HEADERS, authorization })
    this.#at = { owner: options.owner, repo: options.repository }
  }

  async remote() {
    const { base, owner, repository, token } = this.#options
    return { url: `${webOrigin(base)}/${owner}/${repository}.git`, header: gitHeader(await token()) }
  }

  async whoAmI() {
    return (await this.#http.call('GET /user', { path: {} }, GithubAccount)).login
  }

  async main() {
    const path = { ...this.#at, ref: `heads/${this.#options.main}` }
    return (await this.#http.call('GET /repos/{owner}/{repo}/git/ref/{ref}', { path }, GithubRef)).object.sha
  }

  async find(branch: string) {
    const { owner, main } = this.#options
    const query = { state: 'open', head: `${owner}:${branch}`, base: main, ...PAGE } as const
    const found = await this.#http.list(`GET ${PULLS}`, { path: this.#at, query }, GithubPull)
    // A forge that does not know the filter would give us somebody else's.
    const own = found.find((pull) => isOurs(pull, branch, this.#options))
    return own && pullOf(own)
  }

  async open(offer: HostOffer) {
    const known = await this.find(offer.branch)
    if (known !== undefined) return this.edit(known.number, offer)
    const { branch: head, title, body } = offer
    const given = { path: this.#at, body: { title, body, head, base: this.#options.main } }
    return pullOf(await this.#http.call(`POST ${PULLS}`, given, GithubPull))
  }

  async read(number: number) {
    return pullOf(await this.#http.call(`GET ${PULL}`, { path: this.#pull(number) }, GithubPull))
  }

  async edit(number: number, { title, body }: Pick<HostOffer, 'title' | 'body'>) {
    return pullOf(
      await this.#http.call(`PATCH ${PULL}`, { path: this.#pull(number), body: { title, body } }, GithubPull),
    )
  }

  async reviews(number: number): Promise<HostReviews> {
    const given = { path: this.#pull(number), query: PAGE }
    const reviews = await this.#http.list(`GET ${PULL}/reviews`, given, GithubReview)
    const comments = await this.#http.list(`GET ${PULL}/comments`, given, GithubComment)
    const resolved = comments.length === 0 ? new Map() : await this.#resolved(number)
    return {
      reviews: reviews.flatMap((review) => githubReview(review) ?? []),
      threads: githubThreads(comments, resolved),
    }
  }

  async pushes(branch: string) {
    const ref = `refs/heads/${branch}`
    const query = { ref, activity_type: 'push', ...PAGE } as const
    const given = { path: this.#at, query }
    const found = await this.#http.call('GET /repos/{owner}/{repo}/activity', given, GithubActivity.array())
    const own = found.filter((one) => one.ref === ref && one.activity_type === 'push')
    return own.flatMap(({ actor, before, after }) => (actor ? [{ login: actor.login, from: before, to: after }] : []))
  }

  async comment(number: number, body: string) {
    await this.#http.ask(`POST ${PULL}/reviews`, { path: this.#pull(number), body: { event: 'COMMENT', body } })
  }

  async answer(number: number, { id }: Pick<HostThread, 'id'>, body: string) {
    const path = { ...this.#pull(number), comment_id: Number(id) }
    await this.#http.ask(`POST ${PULL}/comments/{comment_id}/replies`, { path, body: { body } })
  }

  merge(number: number, merge: PinnedMerge): Promise<HostMerge> {
    const { head: sha, title: commit_title, message: commit_message } = merge
    const body = { merge_method: 'squash', sha, commit_title, commit_message } as const
    const send = () => this.#http.ask(`PUT ${PULL}/merge`, { path: this.#pull(number), body })
    const own = () => this.whoAmI()
    return mergePinned({ main: this.#options.main, read: () => this.read(number), own, send }, merge)
  }

  async close(number: number) {
    await this.#http.ask(`PATCH ${PULL}`, { path: this.#pull(number), body: { state: 'closed' } })
  }

  async deleteBranch(branch: string) {
    const path = { ...this.#at, ref: `heads/${branch}` }
    await this.#http.ask('DELETE /repos/{owner}/{repo}/git/refs/{ref}', { path }).catch((error: unknown) => {
      const { status, said } = refusedWith(error) ?? {}
      if (status === 404 || (status === 422 && /does not exist/i.test(said ?? ''))) return
      throw error
    })
  }

  #pull(number: number) {
    return { ...this.#at, pull_number: number }
  }

  /** The first comments of threads that are resolved, and who did it. */
  async #resolved(number: number): Promise<Resolved> {
    const { base, owner, repository } = this.#options
    const found = new Map<number, string | null>()
    let after: string | null = null
    for (let page = 1; page <= MOST_PAGES; page++) {
      const variables = { owner, name: repository, number, after }
      const { value } = await this.#http.post(graphqlOf(base), { query: RESOLVED_THREADS, variables })
      const read = GithubThreads.safeParse(value)
      if (!read.success) throw unreadable('The answer about resolved threads is not as described.')
      const { nodes, pageInfo } = read.data.data.repository.pullRequest.reviewThreads
      for (const { isResolved, resolvedBy, comments } of nodes) {
        const first = comments.nodes[0]?.databaseId
        if (isResolved && first !== null && first !== undefined) found.set(first, resolvedBy?.login ?? null)
      }
      if (!pageInfo.hasNextPage) return found
      after = pageInfo.endCursor
    }
    throw unreadable('There are more threads than can be read.')
  }
}

const MOST_PAGES = 50

function pullOf(pull: GithubPull): HostedPull {
  const {
    number,
    html_url: url,
    updated_at: updatedAt,
    title,
    body,
    head,
    base,
    state,
    merged_at,
    merge_commit_sha,
    merged_by,
  } = pull
  const isMerged = merged_at !== null
  return {
    ...{ number, url, updatedAt, title, body: body ?? '', branch: head.ref, head: head.sha, base: base.ref },
    state: isMerged ? 'merged' : state,
    // Before that it names a commit that only tries the merge out.
    commit: isMerged ? merge_commit_sha : null,
    mergedBy: isMerged ? (merged_by?.login ?? null) : null,
  }
}

/** GraphQL stands beside the API: below `/api` on a server of one's own. */
function graphqlOf(base: URL): URL {
  return new URL(
    base.pathname.endsWith('/api/v3')
      ? base.href.replace(/\/v3$/, '/graphql')
      : `${base.href.replace(/\/$/, '')}/graphql`,
  )
}

/** Where people and git go: `api.github.com` is only for programs, a server of one's own has both. */
function webOrigin(base: URL): string {
  if (base.hostname === 'api.github.com') return 'https://github.com'
  return `${base.origin}${base.pathname.replace(/\/api\/v3$|\/$/, '')}`
}

function unreadable(message: string): AppError {
  return new AppError('forge_unreadable', [], { message })
}
