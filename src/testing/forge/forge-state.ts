import { BareForge } from './bare-forge.ts'

/** Who has an account at a stand-in, by the token that proves it. */
export const BOT = { login: 'leeway-bot', token: 'frg_0123456789abcdef0123456789abcdef' }

/** Everything there is one repository of one owner. */
export const PLACE = { owner: 'house', repository: 'tools' }

interface StandPull {
  readonly number: number
  readonly branch: string
  /** What it is to be merged into. Whoever may edit it may choose another. */
  base: string
  title: string
  body: string
  state: 'open' | 'closed'
  mergedAs: string | null
  mergedBy: string | null
  /** Where the branch was last seen. */
  head: string
}

/** What somebody thinks of a commit. */
export interface StandReview {
  readonly id: number
  readonly pull: number
  readonly login: string
  readonly answer: 'approve' | 'request_changes' | 'comment'
  readonly text: string
  readonly commit: string
  readonly at: string
  dismissed: boolean
}

/** A comment on a line. */
export interface StandComment {
  readonly id: number
  readonly pull: number
  readonly review: number
  readonly login: string
  readonly path: string
  readonly side: 'old' | 'new'
  readonly first: number
  /** 0 for a whole file. */
  readonly last: number
  readonly commit: string
  readonly text: string
  readonly at: string
  readonly replyTo: number | null
  resolvedBy: string | null
}

/** What somebody submits. */
export interface GivenReview {
  readonly answer: StandReview['answer']
  readonly text?: string
  readonly commit?: string
  readonly comments?: readonly (Pick<StandComment, 'path' | 'last' | 'text'> &
    Partial<Pick<StandComment, 'first' | 'side' | 'replyTo'>>)[]
}

/** How a request is to go wrong. */
export type Fault =
  | 'before'
  | 'after'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly value?: unknown }

/** What a forge knows: pull requests and reviews in memory, commits in a real repository. */
export class ForgeState {
  readonly git = new BareForge(PLACE.owner, PLACE.repository)
  readonly pulls: StandPull[] = []
  readonly reviews: StandReview[] = []
  readonly comments: StandComment[] = []
  readonly pushes: { readonly login: string; readonly branch: string; readonly from: string; readonly to: string }[] =
    []
  /** How many of a list are given at once. */
  pageSize = 50
  /** Says what goes wrong with a request, if anything does. It may take its time, as a forge may. */
  fault: (request: string) => Fault | undefined | Promise<Fault | undefined> = () => undefined
  #id = 100

  nextId(): number {
    this.#id += 1
    return this.#id
  }

  /** A pull request with its head as the branch has it. */
  pull(number: number): StandPull | undefined {
    const pull = this.pulls.find((one) => one.number === number)
    if (pull?.state === 'open') pull.head = this.git.head(pull.branch) ?? pull.head
    return pull
  }

  open(branch: string, title: string, body: string): StandPull | 'known' | 'missing' {
    if (this.pulls.some((one) => one.branch === branch && one.state === 'open')) return 'known'
    const head = this.git.head(branch)
    if (head === undefined) return 'missing'
    const pull: StandPull = {
      number: this.pulls.length + 1,
      branch,
      base: 'main',
      title,
      body,
      state: 'open',
      mergedAs: null,
      mergedBy: null,
      head,
    }
    this.pulls.push(pull)
    return pull
  }

  /** Somebody with an account pushes to the branch of a pull request. */
  push(number: number, login: string, files: Readonly<Record<string, string>>): string {
    const { branch, head: from } = this.pull(number) ?? { branch: '', head: '' }
    const to = this.git.commit(branch, files, 'Mine')
    this.pushes.unshift({ login, branch, from, to })
    return to
  }

  /** Somebody submits a review of what stands there now, unless it says otherwise. */
  review(number: number, login: string, given: GivenReview): StandReview {
    const { answer, text = '', comments = [] } = given
    const commit = given.commit ?? this.pull(number)?.head ?? ''
    const at = new Date(Date.UTC(2026, 10, 16, 12, 0, this.#id)).toISOString()
    const review: StandReview = { id: this.nextId(), pull: number, login, answer, text, commit, at, dismissed: false }
    this.reviews.push(review)
    for (const { path, last, text: words, first = last, side = 'new', replyTo = null } of comments) {
      const place = { path, side, first, last, commit }
      this.comments.push({
        ...place,
        id: this.nextId(),
        pull: number,
        review: review.id,
        login,
        text: words,
        at,
        replyTo,
        resolvedBy: null,
      })
    }
    return review
  }

  /** The review under which a comment is kept; Gitea keeps a reply with what it replies to. */
  homeOf({ replyTo, review }: StandComment): number {
    return this.comments.find(({ id }) => id === replyTo)?.review ?? review
  }

  /** When somebody last said something of a pull request. */
  updatedAt(number: number): string {
    return this.reviews.findLast(({ pull }) => pull === number)?.at ?? '2026-11-16T12:00:00.000Z'
  }

  /** Merges if the head is the one that was named. */
  merge(pull: StandPull, head: string, message: string): 'moved' | 'conflict' | 'merged' {
    if (this.pull(pull.number)?.head !== head) return 'moved'
    const squashed = this.git.squash(head, message)
    if ('conflict' in squashed) return 'conflict'
    pull.mergedAs = squashed.commit
    pull.mergedBy = BOT.login
    pull.state = 'closed'
    return 'merged'
  }

  /** A hunk as forges show it: the lines up to the one that is commented. */
  hunk({ commit, path, last, side }: StandComment): string {
    const from = side === 'new' ? commit : (this.git.head('main') ?? '')
    const shown = this.git.lines(from, path).slice(0, last)
    const sign = side === 'new' ? '+' : '-'
    return [`@@ -0,0 +1,${shown.length} @@`, ...shown.map((line) => `${sign}${line}`)].join('\n')
  }
}
