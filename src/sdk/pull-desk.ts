import type { ShownFile, WholeFile } from '../engine/ports.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { CheckpointStatus } from '../model/checkpoint-status.ts'
import type { JobId, PersonId, PullId, ThreadId } from '../model/ids.ts'
import type { JobStatus } from '../model/job-status.ts'
import type { Pull, Round } from '../model/pull.ts'
import type { PullStatus } from '../model/pull-status.ts'
import type { RejectedPart } from '../model/rejected-part.ts'
import type { Draft, FileVerdict, Marks, ReviewThread } from '../model/review-thread.ts'
import type { Turn } from '../model/turn-of.ts'
import type { UnsentChange, UnsentReview } from '../model/unsent-review.ts'
import type { UnshownFile } from '../model/unshown-file.ts'
import type { Page, PageQuery } from './page.ts'
import type { PushedCommit } from './pull/name-pushers.ts'

/** A pull request in a list: with whose turn it is. */
export type ListedPull = Pull & { readonly turn: Turn | null }

/** A round in a list: how many files it changes, and not which. */
export type ListedRound = Omit<Round, 'files'> & { readonly files: number }

/** A pull request with everything that a reviewer needs beside its diff. */
export interface PullView {
  readonly pull: Pull
  readonly rounds: readonly ListedRound[]
  readonly threads: readonly ReviewThread[]
  /** What holds it; null where nobody was asked. */
  readonly checkpoint: Checkpoint | null
  readonly approvers: readonly PersonId[]
  /** Whose approval of what stands there counts at this moment; of what is over, who had approved it. */
  readonly approved_by: readonly PersonId[]
  /** What people have rejected and stands there as it was. */
  readonly rejected: readonly RejectedPart[]
  /** What the diff of the newest round does not show in full: nobody here approves it before they have marked it. */
  readonly unshown: readonly UnshownFile[]
  /** Nobody works on a pull request whose job is stopped. */
  readonly job_status: JobStatus
  /** Of whoever is asking, and nobody else's. */
  readonly drafts: readonly Draft[]
  readonly unsent: UnsentReview
  readonly marks: Marks
  readonly commits: readonly PushedCommit[]
  /** Why nothing can be read of its repository; absent where it can. */
  readonly unread?: { readonly code: string; readonly reason: string }
}

/** What differs between two commits of a pull request. */
export interface DiffView {
  readonly from: string
  readonly to: string
  readonly files: readonly ShownFile[]
}

/** A file as it stands in a round. */
export interface FileView {
  readonly path: string
  readonly commit: string
  /** Null for bytes that are no text. */
  readonly text: string | null
  readonly size: number
  /** The bytes of what is no text, as far as they can be shown. */
  readonly base64: string | null
}

/** A whole review, submitted at once and pinned to a commit. */
export interface GivenReview {
  readonly pull: PullId
  readonly head: string
  readonly content_hash: string
  readonly answer: 'approve' | 'request_changes' | 'comment' | 'reject'
  readonly text?: string | undefined
  readonly threads?: readonly Draft[] | undefined
  readonly verdicts?: readonly FileVerdict[] | undefined
  readonly passphrase?: string | undefined
}

/** The pull request after a review. */
export interface ReviewGiven {
  readonly status: CheckpointStatus
  readonly revision: number
  readonly missing: number
}

/** What a person puts on the branch: texts of files, and suggestions of threads, in one commit. */
export interface GivenCommit {
  readonly pull: PullId
  readonly head: string
  readonly message?: string | undefined
  readonly changes?: Readonly<Record<string, string | null>> | undefined
  readonly suggestions?: readonly ThreadId[] | undefined
}

/** What is said in a thread. */
export interface Said {
  readonly pull: PullId
  readonly thread: ThreadId
  readonly do: 'reply' | 'resolve' | 'reopen'
  readonly text?: string | undefined
}

/** Which part of the rounds is compared: a round with its base, or with an earlier round. */
export interface Compared {
  readonly round?: number | undefined
  readonly since?: number | undefined
}

/** A file in a round, the newest where none is named, or on the base of it. */
export interface WhichFile {
  readonly path: string
  readonly round?: number | undefined
  readonly side?: 'old' | 'new' | undefined
}

/** A person's side of pull requests. */
export interface PullDesk {
  list(
    query?: PageQuery & {
      readonly statuses?: readonly PullStatus[] | undefined
      readonly job?: JobId | undefined
      /** Only those whose merge could not be made, whatever else is asked. */
      readonly stuck?: boolean | undefined
    },
  ): Promise<Page<ListedPull>>
  read(pull: PullId): Promise<PullView>
  diff(pull: PullId, compared?: Compared): Promise<DiffView>
  files(pull: PullId, round?: number): Promise<{ readonly commit: string; readonly paths: readonly string[] }>
  file(pull: PullId, which: WhichFile): Promise<FileView>
  /** The whole bytes of a file, whatever they are, and however many. */
  download(pull: PullId, which: WhichFile): Promise<WholeFile>
  submit(review: GivenReview): Promise<ReviewGiven>
  talk(said: Said): Promise<void>
  /** Keeps drafts; those that are not named stay as they were kept. */
  saveDrafts(pull: PullId, drafts: readonly Draft[], removed?: readonly ThreadId[]): Promise<void>
  /** Keeps what is begun of a review beside its comments; what is not named stays as it was kept. Gives all of it. */
  saveUnsent(pull: PullId, change: UnsentChange): Promise<UnsentReview>
  /** Gives how many of the marks are of what the newest round shows: only those count. */
  markFiles(pull: PullId, viewed: Readonly<Record<string, string | null>>): Promise<number>
  commit(commit: GivenCommit): Promise<{ readonly head: string; readonly round: number }>
}
