import type { Actor } from '../model/actor.ts'
import type { Anchor } from '../model/anchor.ts'
import type { JobId } from '../model/ids.ts'
import type { ChangedFile, MergePlan, OfferedRound, Pull } from '../model/pull.ts'
import type { Place } from '../model/review-thread.ts'
import type { FileSide, Hunk } from '../review/diff.ts'
import type { MergeRefusal } from './pull/pull-events.ts'

/** Files to write, by path; null takes one away. */
export type FileChanges = Readonly<Record<string, string | Uint8Array | null>>

/** A commit of somebody's, for whoever has to go on from it. */
export interface CommitNote {
  readonly commit: string
  readonly author: string
  readonly message: string
}

/** Which commits are meant. */
export interface CommitRange {
  readonly after: string
  readonly until: string
  /** A commit of `main`, where what came from there is left out. */
  readonly main?: string
  /** Where only those are meant that change one of these files. */
  readonly paths?: readonly string[]
}

/** What becomes a commit. */
export interface NewCommit {
  readonly branch: string
  /** The head that it is built on; when the branch has moved since, nothing is written. */
  readonly on: string
  readonly changes: FileChanges
  readonly message: string
  readonly by: Actor
  readonly at: Date
  /** Called when the commit has a name and the branch has not moved; what it throws leaves the branch as it is. */
  readonly beforeMoving?: ((commit: string) => Promise<unknown>) | undefined
}

/** One changed file with its hunks, each under its hash. */
export interface ShownFile extends Omit<ChangedFile, 'hunks' | 'now'> {
  readonly old: FileSide | null
  readonly new: FileSide | null
  readonly binary: boolean
  readonly hunks: readonly (Hunk & { readonly hash: string })[]
  /** What a reviewer has to know of the file itself. */
  readonly findings: readonly string[]
}

/** A file with all of its bytes, however many, a piece at a time. */
export interface WholeFile {
  readonly size: number
  readonly bytes: AsyncGenerator<Uint8Array>
}

/** How a merge went. */
export type MergeOutcome =
  | { readonly commit: string }
  | {
      readonly refused: Exclude<MergeRefusal, 'denied'>
      readonly reason: string
      /** The files in which it can't be joined with `main` as that is by now, where that was found out. */
      readonly conflicts?: readonly string[]
    }

/** The repositories of jobs. A job has one; `main` holds what was approved, and each phase has a branch. */
export interface Workspaces {
  /** Makes the repository of a job with an empty `main`, unless there is one. */
  create(job: JobId, first: Pick<NewCommit, 'by' | 'at'>): Promise<void>
  /** Where a branch stands; a new one begins at `main`. */
  enter(job: JobId, branch: string): Promise<{ readonly head: string; readonly base: string }>
  /** Where a branch stands, or nothing. */
  head(job: JobId, branch: string): Promise<string | undefined>
  read(job: JobId, commit: string, path: string): Promise<Uint8Array | undefined>
  /** The same without a bound, for whoever keeps it in a file. */
  whole(job: JobId, commit: string, path: string): Promise<WholeFile | undefined>
  list(job: JobId, commit: string): Promise<readonly string[]>
  /** Gives the new head, or the old one where nothing changes. Throws `head_moved` when somebody else was first. */
  commit(job: JobId, commit: NewCommit): Promise<string>
  /** Keeps files under a commit that no branch leads to, and gives its name. Nothing in a repository is ever thrown away. */
  keep(job: JobId, files: Pick<NewCommit, 'changes' | 'message' | 'by' | 'at'>): Promise<string>
  /** Takes what `main` has by now into the branch. Names the files that can't be joined. */
  catchUp(
    job: JobId,
    branch: string,
    by: Pick<NewCommit, 'by' | 'at'>,
  ): Promise<{ readonly conflicts: readonly string[] }>
  /** The files in which work and `main` can't be joined; nothing where `main` is still what it was offered on top of. */
  behind(pull: Pick<Pull, 'job' | 'base' | 'head'>): Promise<Pull['behind'] | undefined>
  /** Whether a commit is among those that lead to another. */
  holds(job: JobId, head: string, commit: string): Promise<boolean>
  /** What a branch offers: its base on `main`, its tree, and what changes in each file. */
  offer(job: JobId, branch: string): Promise<OfferedRound>
  /** What differs between two commits. */
  diff(job: JobId, between: { readonly from: string; readonly to: string }): Promise<readonly ShownFile[]>
  /** Commits behind one and up to another, the oldest first. */
  log(job: JobId, range: CommitRange): Promise<readonly CommitNote[]>
  /** Where the lines of comments are by now; null where they are gone. */
  follow(
    job: JobId,
    to: Pick<OfferedRound, 'base' | 'tree'>,
    anchors: readonly { readonly anchor: Anchor; readonly from: Pick<OfferedRound, 'base' | 'tree'> }[],
  ): Promise<readonly (Place | null)[]>
  /** Takes the branch of a closed pull request away; its commits stay in the history. */
  retire(pull: Pick<Pull, 'job' | 'branch' | 'head'>): Promise<void>
  /** Puts a branch back that somebody has deleted and nobody has retired. Throws `repository_broken` when its commit is gone too. */
  putBack(pull: Pick<Pull, 'job' | 'branch' | 'head'>, beforeMoving: () => Promise<unknown>): Promise<void>
  /**
   * Makes the one commit of a phase on `main`, keeps its rounds, and deletes the branch. Done twice, it is the same. `beforeMoving` is called when
   * nobody else can move `main` any more, however long that took; what it throws leaves `main` as it is.
   */
  merge(pull: Pull, plan: MergePlan, beforeMoving: () => Promise<unknown>): Promise<MergeOutcome>
  /** The commit of a merge that was made; nothing where `main` does not have it. */
  merged(pull: Pull, plan: MergePlan): Promise<string | undefined>
  /** Where the repository of a job lies, for whoever looks after this machine; nobody else is told. */
  place(job: JobId): string
  /** What is wrong with the repository, in a sentence. Reads all of it, and looks for objects that it has to have. */
  inspect(job: JobId, objects: Iterable<string>): Promise<string | undefined>
  /** Ends whatever is kept open between two questions, so that the process can end too. */
  close(): Promise<void>
}
