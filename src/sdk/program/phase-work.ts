import type { ThreadReply } from '../../engine/pull/push-round.ts'
import type { GivenAnswer } from '../../engine/revise-checkpoint.ts'
import type { PullId } from '../../model/ids.ts'
import type { Phase } from '../../model/pull.ts'
import type { ReviewOptions } from '../gate-options.ts'
import type { Feedback } from '../pull/feedback.ts'
import type { Workspace } from '../pull/workspace.ts'

/** A phase that has a branch and a pull request of its own. Where people are asked about it, its rounds are reviewed as it says. */
export interface BranchPhase extends Phase, ReviewOptions {
  /** In the agent's words. */
  readonly title?: string
  /** The job ends with it. */
  readonly final?: boolean
}

/** What the agent says of the work of a round. Title and description that it leaves out stay as it said them before. */
export interface PhaseReport {
  readonly title?: string
  /** What was done and learned; it becomes the message of the merge. */
  readonly description?: string
  /** One for every thread that waits. */
  readonly answers?: readonly ThreadReply[]
  /** One for every remark on the whole. */
  readonly remarks?: readonly GivenAnswer[]
  readonly confidence?: number
  readonly milestones?: readonly string[]
}

/** The work of a phase. It is done again, with what people said, for as long as they want changes. */
export type PhaseWork = (workspace: Workspace, feedback: Feedback | null) => Promise<PhaseReport | undefined>

/** What became of a phase. */
export type PhaseEnd =
  | { readonly outcome: 'merged'; readonly pull: PullId; readonly commit: string; readonly by: string | null }
  | {
      readonly outcome: 'rejected' | 'expired' | 'cancelled' | 'superseded' | 'denied' | 'stopped'
      readonly pull: PullId
      readonly reason: string
    }
