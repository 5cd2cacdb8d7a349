import type { Checkpoint } from './checkpoint.ts'
import type { JobStatus } from './job.ts'
import { owedOn } from './owed-on.ts'
import type { Pull } from './pull.ts'

/** Who has to do something next about a pull request: a person reviews, resumes its job or mends its repository, the agent answers, the house merges. */
export const TURNS = ['review', 'resume', 'mend', 'agent', 'merge'] as const
export type Turn = (typeof TURNS)[number]

/** Whose turn it is; null once it has ended. */
export function turnOf(
  pull: Pick<Pull, 'status' | 'merge' | 'stuck' | 'unanswered' | 'blocking'>,
  checkpoint: Pick<Checkpoint, 'status' | 'spent_at' | 'sent_back' | 'remarks'> | null | undefined,
  job: JobStatus | undefined,
): Turn | null {
  if (pull.status !== 'open') return null
  if (job === 'stopped') return 'resume'
  if (pull.merge !== null) return pull.stuck === undefined ? 'merge' : 'mend'
  if (checkpoint?.status === 'approved') {
    // Spent and not merged: what was approved is not what stands there by now.
    if (checkpoint.spent_at !== null || owedOn(pull, checkpoint) > 0) return 'agent'
    return isBlocked(pull) ? 'review' : 'merge'
  }
  if (checkpoint?.status === 'pending' && !checkpoint.sent_back) return 'review'
  return !checkpoint && isBlocked(pull) ? 'review' : 'agent'
}

/** The agent has answered, and only people resolve a thread, also where nobody was asked or all have approved. */
function isBlocked({ blocking, unanswered }: Pick<Pull, 'blocking' | 'unanswered'>): boolean {
  return blocking.length > 0 && unanswered.length === 0
}
