import type { Permit } from '../../model/attempt.ts'
import type { Decision } from '../../model/decision.ts'
import type { Gate } from '../../model/gate.ts'
import type { CheckpointId, PersonId, PullId, ThreadId } from '../../model/ids.ts'
import type { JobStatus } from '../../model/job-status.ts'
import type { Hosted, Landing, MergePlan, Pull, Round } from '../../model/pull.ts'
import type { RejectedPart } from '../../model/rejected-part.ts'
import type { AnswerKind } from '../../model/review.ts'
import type { Draft, FileVerdict, Place, ReviewThread, ThreadAnswer } from '../../model/review-thread.ts'
import type { UnsentChange } from '../../model/unsent-review.ts'
import type { PullWords } from './pull-words.ts'

/** Why a permitted merge did not happen: it has to be looked at again, or, where only the forge does not want it yet, tried again. */
export type MergeRefusal = 'base_moved' | 'conflict' | 'head_moved' | 'not_mergeable' | 'called_off' | 'denied'

/** A part that was brought back as it was rejected, too often. */
export type StalledPart = Pick<RejectedPart, 'path' | 'number' | 'of'>

/** A whole file, as it was in some round. */
export type WholeFile = Pick<FileVerdict, 'path' | 'file'>

/** A verdict that counts no more. Of a whole file that its author had rejected in more than one state, the one that is named; in older logs none is. */
export type TakenBack = Pick<FileVerdict, 'path' | 'hunk'> & Partial<Pick<FileVerdict, 'file'>>

/** What happens to pull requests. */
export interface PullEvents {
  readonly pull_opened: { readonly pull: Pull; readonly round: Round }
  readonly round_pushed: {
    readonly pull: PullId
    readonly round: Round
    readonly gates: readonly Gate[]
    /** What the agent says newly of its work, where it does. A round voids every approval, so that nobody merges words that nobody saw. */
    readonly words?: Partial<PullWords>
    /** Where the threads are by now; null for lines that are gone. */
    readonly places: readonly { readonly thread: ThreadId; readonly place: Place | null }[]
    /** People beside the actor whose commits are in it: the agent has gone on from what had landed and not joined, or two pushed the same. */
    readonly landed_by?: readonly PersonId[]
    /** Said in older logs, where one person at a time was expected, in place of their name. */
    readonly holds_landing?: true
  }
  /** A person's commit is about to land on the branch. */
  readonly push_expected: Landing & { readonly pull: PullId }
  readonly review_submitted: {
    readonly pull: PullId
    readonly round: number
    readonly answer: AnswerKind
    readonly text: string
    readonly threads: readonly ReviewThread[]
    readonly verdicts: readonly FileVerdict[]
    /** Whole files that they had rejected as those were then, and that are judged here as they are now: that no stands beside it. */
    readonly keeps?: readonly WholeFile[]
  }
  /** Somebody said something, and decided nothing by it. */
  readonly threads_begun: { readonly pull: PullId; readonly threads: readonly ReviewThread[] }
  /** Whoever approves the whole has taken back what they had rejected of it. */
  readonly verdicts_taken_back: {
    readonly pull: PullId
    readonly parts: readonly TakenBack[]
  }
  readonly thread_replied: { readonly pull: PullId; readonly thread: ThreadId; readonly text: string }
  readonly thread_resolved: { readonly pull: PullId; readonly thread: ThreadId }
  readonly thread_reopened: { readonly pull: PullId; readonly thread: ThreadId; readonly text: string }
  readonly threads_answered: {
    readonly pull: PullId
    readonly answers: readonly { readonly thread: ThreadId; readonly answer: ThreadAnswer }[]
  }
  /** A person's commit holds what these threads suggest. */
  readonly suggestions_applied: {
    readonly pull: PullId
    readonly threads: readonly ThreadId[]
    readonly commit: string
    readonly round: number
  }
  /** The same complaint came back twice, or what was rejected came back as it was. */
  readonly review_stalled: {
    readonly pull: PullId
    readonly threads: readonly ThreadId[]
    readonly hunks: readonly string[]
    /** What was said of the whole, where that is what came back. */
    readonly whole?: string
    /** Where those hunks are; said where the job was stopped over them. */
    readonly parts?: readonly StalledPart[]
  }
  /** What is new of somebody's drafts: the log keeps everything for ever, so that nothing is said in it twice. */
  readonly drafts_saved: {
    readonly pull: PullId
    readonly drafts: readonly Draft[]
    readonly removed: readonly ThreadId[]
  }
  /** What is new of what somebody has begun of a review beside their drafts. */
  readonly unsent_saved: { readonly pull: PullId } & UnsentChange
  readonly files_marked: {
    readonly pull: PullId
    /** Hash of what was looked at; null takes the mark away. */
    readonly viewed: Readonly<Record<string, string | null>>
  }
  readonly merge_claimed: {
    readonly pull: PullId
    readonly plan: MergePlan
    readonly head: string
    readonly tree: string
    readonly base: string
    readonly permit: Permit
    /** The policy's answers of this moment, one a gate. */
    readonly decisions: readonly Decision[]
  }
  /** A permitted merge could not be made because the files can't be reached; the permission stands. */
  readonly merge_stuck: { readonly pull: PullId; readonly code: string; readonly reason: string }
  /** Somebody had deleted the branch from the repository. */
  readonly branch_put_back: { readonly pull: PullId; readonly head: string }
  readonly merge_refused: {
    readonly pull: PullId
    readonly why: MergeRefusal
    readonly reason: string
    /** The files in which it can't be joined with `main`, which has moved on; left out where that is not known. */
    readonly conflicts?: readonly string[]
    /** The checkpoint whose approval was spent on it and is there again. */
    readonly gives_back?: CheckpointId
    /** The checkpoint whose approval was spent on it; a restore does not know whether the merge was made after all. */
    readonly forgets?: CheckpointId
  }
  readonly pull_merged: {
    readonly pull: PullId
    readonly commit: string
    /** Set where the job had ended before anybody could say that `main` had moved; which of the two came first nobody knows. */
    readonly job?: JobStatus
    /** Set where the forge shows a merge of ours that nothing was known of here any more: the store was restored, or its claim was lost. */
    readonly found?: true
  }
  readonly pull_closed: { readonly pull: PullId; readonly reason: string }

  readonly pull_hosted: {
    readonly pull: PullId
    readonly hosted: Pick<Hosted, 'forge' | 'number' | 'url' | 'head'>
  }
  /** Somebody said something on the forge. It decides nothing unless it was somebody's whom we know, about the newest commit. */
  readonly host_heard: {
    readonly pull: PullId
    readonly what: string
    readonly login: string
    readonly person: PersonId | null
    readonly answer: AnswerKind | null
    readonly commit: string
    readonly text: string
    readonly counted: boolean
    /** Why it does not count. */
    readonly why: string | null
    /** Set where it decides nothing and what it says is heard all the same: those are threads, which the agent answers. */
    readonly words?: true
    /** The remark that its words about the whole became, where they did: the answer to that belongs there, too. */
    readonly remark?: { readonly checkpoint: CheckpointId; readonly number: number }
  }
  readonly host_told: { readonly pull: PullId; readonly what: string }
  /** Somebody did there what only Leeway should do: merged it, closed it, or pushed to it. */
  readonly host_strayed: { readonly pull: PullId; readonly how: string }
}
