import type { Checkpoint } from './checkpoint.ts'
import type { JobStatus } from './job.ts'
import { owedOn } from './owed-on.ts'
import type { Pull } from './pull.ts'

/** Who has to do something next about a pull request: a person reviews, resumes its job or mends its repository, the agent answers, the house merges. */
export const TURNS = ['review', 'resume', 'mend', 'agent', 'merge'] as const
export type Turn = (typeof TURNS)[number]

/** Whose turn it is; null once it has ended. */
export function turnOf(
  pull: Pick<Pull, 'status' | 'merge' | 'stuck' | 'unanswered'>,
  checkpoint: Pick<Checkpoint, 'status' | 'spent_at' | 'sent_back' | 'remarks'> | null | undefined,
  job: JobStatus | undefined,
): Turn | null {
  if (pull.status !== 'open') return null
  if (job === 'stopped') return 'resume'
  if (pull.merge !== null) return pull.stuck === undefined ? 'merge' : 'mend'
  if (checkpoint?.status === 'approved') {
    // Spent and not merged: what was approved is not what stands there by now.
    return checkpoint.spent_at !== null || owedOn(pull, checkpoint) > 0 ? 'agent' : 'merge'
  }
  return checkpoint?.status === 'pending' && !checkpoint.sent_back ? 'review' : 'agent'
}
