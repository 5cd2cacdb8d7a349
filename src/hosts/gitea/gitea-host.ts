import type {
  HostedPull,
  HostMerge,
  HostOffer,
  HostReviews,
  HostThread,
  PinnedMerge,
  PullHost,
} from '../../engine/ports.ts'
import { ForgeHttp, refusedWith } from '../forge-http.ts'
import { type ForgeOptions, gitHeader } from '../forge-options.ts'
import { isOurs } from '../is-ours.ts'
import { mergePinned } from '../merge-pinned.ts'
import { GiteaAccount, GiteaActivity, GiteaBranch, GiteaComment, GiteaPull, GiteaReview } from './gitea-answers.ts'
import { giteaPushes } from './gitea-pushes.ts'
import type { GiteaRequests } from './gitea-requests.ts'
import { giteaReview, giteaThreads } from './gitea-threads.ts'

const HEADERS = { accept: 'application/json', 'user-agent': 'leeway' }
const PULLS = '/repos/{owner}/{repo}/pulls'
const PULL = `${PULLS}/{index}` as const
const BRANCH = '/repos/{owner}/{repo}/branches/{branch}'
const PAGE = { limit: 50 }

type MergeBody = GiteaRequests[`POST ${typeof PULL}/merge`]['body']

/** Gitea and Forgejo. */
export class GiteaHost implements PullHost {
  readonly kind = 'gitea'
  readonly #options: ForgeOptions
  readonly #http: ForgeHttp<GiteaRequests>
  readonly #at: { readonly owner: string; readonly repo: string }
  #own: Promise<string> | undefined

  constructor(options: ForgeOptions) {
    const base = new URL(`${options.base.href.replace(/\/$/, '')}/api/v1`)
    const authorization = async () => `token ${await options.token()}`
    this.#options = options
    this.#http = new ForgeHttp({ ...options, base, headers: HEADERS, authorization })
    this.#at = { owner: options.owner, repo: options.repository }
  }

  async remote() {
    const { base, owner, repository, token } = this.#options
    return { url: `${base.href.replace(/\/$/, '')}/${owner}/${repository}.git`, header: gitHeader(await token()) }
  }

  async whoAmI() {
    return (await this.#http.call('GET /user', { path: {} }, GiteaAccount)).login
  }

  async main() {
    const path = { ...this.#at, branch: this.#options.main }
    return (await this.#http.call(`GET ${BRANCH}`, { path }, GiteaBranch)).commit.id
  }

  /** Gitea can't be asked for the pull request of a branch that is open, so all that are open are looked through. */
  async find(branch: string) {
    const query = { state: 'open', ...PAGE } as const
    const found = await this.#http.list(`GET ${PULLS}`, { path: this.#at, query }, GiteaPull)
    const own = found.find((pull) => isOurs(pull, branch, this.#options))
    return own && pullOf(own)
  }

  async open(offer: HostOffer) {
    const known = await this.find(offer.branch)
    if (known !== undefined) return this.edit(known.number, offer)
    const { branch: head, title, body } = offer
    const given = { path: this.#at, body: { title, body, head, base: this.#options.main } }
    return pullOf(await this.#http.call(`POST ${PULLS}`, given, GiteaPull))
  }

  async read(number: number) {
    return pullOf(await this.#http.call(`GET ${PULL}`, { path: this.#pull(number) }, GiteaPull))
  }

  async edit(number: number, { title, body }: Pick<HostOffer, 'title' | 'body'>) {
    return pullOf(
      await this.#http.call(`PATCH ${PULL}`, { path: this.#pull(number), body: { title, body } }, GiteaPull),
    )
  }

  async reviews(number: number): Promise<HostReviews> {
    const path = this.#pull(number)
    const reviews = await this.#http.list(`GET ${PULL}/reviews`, { path, query: PAGE }, GiteaReview)
    const comments: GiteaComment[] = []
    for (const { id, comments_count } of reviews) {
      if (comments_count === 0) continue
      comments.push(
        ...(await this.#http.list(`GET ${PULL}/reviews/{id}/comments`, { path: { ...path, id } }, GiteaComment)),
      )
    }
    const threads = comments.length === 0 ? [] : giteaThreads(comments, { own: await this.#ownLogin(), reviews })
    return { reviews: reviews.flatMap((review) => giteaReview(review) ?? []), threads }
  }

  async pushes(branch: string) {
    const given = { path: this.#at, query: PAGE }
    const happened = await this.#http.call('GET /repos/{owner}/{repo}/activities/feeds', given, GiteaActivity.array())
    return giteaPushes(happened, branch)
  }

  async comment(number: number, body: string) {
    await this.#http.ask(`POST ${PULL}/reviews`, { path: this.#pull(number), body: { event: 'COMMENT', body } })
  }

  /** A comment on the same line joins the conversation there. */
  async answer(number: number, { path, side, lines, commit }: HostThread, body: string) {
    const line = lines?.last ?? 0
    const at = side === 'new' ? { new_position: line } : { old_position: line }
    const review = { event: 'COMMENT', commit_id: commit, comments: [{ path, body, ...at }] }
    await this.#http.ask(`POST ${PULL}/reviews`, { path: this.#pull(number), body: review })
  }

  merge(number: number, merge: PinnedMerge): Promise<HostMerge> {
    const send = () => this.#http.ask(`POST ${PULL}/merge`, { path: this.#pull(number), body: mergeBody(merge) })
    const own = () => this.#ownLogin()
    return mergePinned({ main: this.#options.main, read: () => this.read(number), own, send }, merge)
  }

  async close(number: number) {
    await this.#http.ask(`PATCH ${PULL}`, { path: this.#pull(number), body: { state: 'closed' } })
  }

  async deleteBranch(branch: string) {
    const path = { ...this.#at, branch }
    await this.#http.ask(`DELETE ${BRANCH}`, { path }).catch((error: unknown) => {
      if (refusedWith(error)?.status !== 404) throw error
    })
  }

  /** The account of a token stays the same. */
  #ownLogin(): Promise<string> {
    this.#own ??= this.whoAmI().catch((error: unknown) => {
      this.#own = undefined
      throw error
    })
    return this.#own
  }

  #pull(number: number) {
    return { ...this.#at, index: number }
  }
}

/**
 * The fields of a merge were called `Do` and `MergeTitleField`, and are called `do` and `merge_title_field` in newer versions. A version
 * passes over what it does not know, so both are said, and nobody has to find out which one it is.
 */
function mergeBody({ head, title, message }: PinnedMerge): MergeBody {
  const older: MergeBody = { Do: 'squash', MergeTitleField: title, MergeMessageField: message, head_commit_id: head }
  const newer = { do: 'squash', merge_title_field: title, merge_message_field: message }
  return { ...older, ...newer }
}

function pullOf(pull: GiteaPull): HostedPull {
  const {
    number,
    html_url: url,
    updated_at: updatedAt,
    title,
    body,
    head,
    base,
    state,
    merged,
    merge_commit_sha,
    merged_by,
  } = pull
  return {
    ...{ number, url, updatedAt, title, body: body ?? '', branch: head.ref, head: head.sha, base: base.ref },
    state: merged ? 'merged' : state,
    commit: merged ? (merge_commit_sha ?? null) : null,
    mergedBy: merged ? (merged_by?.login ?? null) : null,
  }
}
