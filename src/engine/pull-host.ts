import type { JobId } from '../model/ids.ts'
import type { Pull } from '../model/pull.ts'

/** A pull request as a forge shows it. */
export interface HostedPull {
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'merged' | 'closed'
  readonly branch: string
  /** The branch that it is to be merged into; whoever may edit it may choose another. */
  readonly base: string
  /** The commit that the forge has at the end of the branch. */
  readonly head: string
  readonly title: string
  readonly body: string
  /** What it became on `main`; null before it is merged. */
  readonly commit: string | null
  /** Whose account merged it; null before, and where the forge does not tell. */
  readonly mergedBy: string | null
  /** Changes whenever somebody says something about it. */
  readonly updatedAt: string
}

/** What somebody with an account there thinks of one commit. */
export interface HostReview {
  readonly id: string
  readonly login: string
  readonly answer: 'approve' | 'request_changes' | 'comment'
  readonly text: string
  /** The commit that it was submitted about; empty where the forge does not tell. */
  readonly commit: string
  readonly at: string
  /** Why the forge itself no longer counts it: somebody has dismissed it, or it is out of date. Null where it stands. */
  readonly voided: 'dismissed' | 'stale' | null
}

/** What was said in a thread. */
export interface HostMessage {
  readonly id: string
  readonly login: string
  readonly text: string
  readonly at: string
}

/** A conversation about some lines, or about a whole file. */
export interface HostThread {
  readonly id: string
  /** The review in which it was begun. */
  readonly review: string | null
  readonly path: string
  readonly side: 'old' | 'new'
  /** Null where it is about the whole file. */
  readonly lines: { readonly first: number; readonly last: number } | null
  /** The commit whose lines they are. */
  readonly commit: string
  /** The lines as the forge showed them, as far as it tells. */
  readonly quote: readonly string[]
  readonly isResolved: boolean
  /** Null where it is open, or the forge does not tell. */
  readonly resolvedBy: string | null
  readonly messages: readonly HostMessage[]
}

/** That somebody moved a branch there, as the forge itself keeps it. */
export interface HostPush {
  /** Whose account it was, whatever the commits say. */
  readonly login: string
  readonly from: string
  readonly to: string
}

/** Everything that people said of a pull request. */
export interface HostReviews {
  /** The oldest first. */
  readonly reviews: readonly HostReview[]
  readonly threads: readonly HostThread[]
}

/** A merge that is only made of the commit that was approved. */
export interface PinnedMerge {
  readonly head: string
  readonly title: string
  readonly message: string
}

/** How a merge on a forge went. Nothing that was refused is tried again without a look at what changed. */
export type HostMerge =
  | { readonly commit: string }
  | { readonly refused: 'head_moved' | 'base_moved' | 'conflict' | 'not_mergeable'; readonly reason: string }

/** Where git finds the repository, and the header that lets it in. The header is a secret. */
export interface GitRemote {
  readonly url: string
  readonly header: string
}

/** What we offer there. */
export interface HostOffer {
  readonly branch: string
  readonly title: string
  readonly body: string
}

/**
 * A forge that shows our pull requests to people, and keeps `main`. Every implementation passes `pull-host-contract.ts`. What may have
 * happened although nobody heard of it is read back before it is asked for again.
 */
export interface PullHost {
  readonly kind: 'github' | 'gitea'
  remote(): Promise<GitRemote>
  /** The account that the token belongs to. */
  whoAmI(): Promise<string>
  /** Where `main` stands there. */
  main(): Promise<string>
  /** The open pull request of a branch, if there is one. */
  find(branch: string): Promise<HostedPull | undefined>
  /** Opens one for a branch that was pushed; one that is open already is given back with its words renewed. */
  open(offer: HostOffer): Promise<HostedPull>
  read(number: number): Promise<HostedPull>
  edit(number: number, words: Pick<HostOffer, 'title' | 'body'>): Promise<HostedPull>
  reviews(number: number): Promise<HostReviews>
  /** The last pushes to a branch, as far as the forge keeps them. */
  pushes(branch: string): Promise<readonly HostPush[]>
  /** Says something about the whole, as a review that decides nothing: so it is read back with the others. */
  comment(number: number, text: string): Promise<void>
  /** Says something in a thread. */
  answer(number: number, thread: HostThread, text: string): Promise<void>
  /** Squashes the branch onto `main`, only if it still is at the commit that was approved. */
  merge(number: number, merge: PinnedMerge): Promise<HostMerge>
  close(number: number): Promise<void>
  /** Gone is gone: deleting it twice is the same. */
  deleteBranch(branch: string): Promise<void>
}

/** Where a branch of the forge is reached. */
export interface ForgeBranch {
  readonly remote: GitRemote
  /** Its name there. */
  readonly as: string
}

/** A commit that is to be taken in, and what happens before our branch moves. */
export interface Arrival {
  readonly to: string
  readonly now: Date
  /** Is told the new commits; what it throws keeps them out. */
  readonly beforeLanding: (commits: readonly string[]) => Promise<void>
}

/** Commits to and from a forge, over git itself. */
export interface ForgeGit {
  /** Puts a branch of ours there, only over what was left there before; null stands for "there is none". Throws `branch_moved`. */
  publish(pull: Pick<Pull, 'job' | 'head'>, to: ForgeBranch, over: string | null): Promise<void>
  /** Takes what somebody pushed there onto our branch, as if it had been pushed to us. Throws `push_refused` with what is wrong with it. */
  takeIn(pull: Pick<Pull, 'job' | 'branch' | 'head'>, from: ForgeBranch, arrival: Arrival): Promise<void>
  /** Brings our `main` to where the forge's is, and gives it. Throws `base_moved` when that is no continuation of ours. */
  followMain(job: JobId, main: ForgeBranch): Promise<string>
  /** Takes in what the forge merged. Gives whether it is exactly the tree on the base that was approved. */
  settle(pull: Pull, main: ForgeBranch, commit: string): Promise<boolean>
}
