import type { Checkpoint } from './checkpoint.ts'
import type { JobStatus } from './job-status.ts'
import { isOutlived } from './outlived-approval.ts'
import { owedOn } from './owed-on.ts'
import type { Pull } from './pull.ts'

/** Who has to do something next about a pull request: a person reviews, resumes its job or mends its repository, the agent answers, the house merges. */
export const TURNS = ['review', 'resume', 'mend', 'agent', 'merge'] as const
export type Turn = (typeof TURNS)[number]

type Asked = Pick<Checkpoint, 'status' | 'spent_at' | 'sent_back' | 'remarks' | 'content'>
type Offered = Pick<Pull, 'status' | 'merge' | 'stuck' | 'unanswered' | 'blocking' | 'base' | 'head' | 'tree'>

/** Whose turn it is; null once it has ended. */
export function turnOf(pull: Offered, checkpoint: Asked | null | undefined, job: JobStatus | undefined): Turn | null {
  if (pull.status !== 'open') return null
  if (job === 'stopped') return 'resume'
  if (pull.merge !== null) return pull.stuck === undefined ? 'merge' : 'mend'
  return checkpoint ? turnAt(pull, checkpoint) : peopleOr('agent', pull)
}

function turnAt(pull: Offered, checkpoint: Asked): Turn {
  if (checkpoint.status === 'approved') {
    // Spent and not merged, or given to an earlier round: what was approved is not what stands there by now.
    const isVoid = checkpoint.spent_at !== null || isOutlived(pull, checkpoint)
    return isVoid || owedOn(pull, checkpoint) > 0 ? 'agent' : peopleOr('merge', pull)
  }
  return checkpoint.status === 'pending' && !checkpoint.sent_back ? 'review' : 'agent'
}

/** Once the agent has answered, only people resolve a thread that blocks, also where nobody was asked or all have approved. */
function peopleOr(turn: Turn, { blocking, unanswered }: Offered): Turn {
  return blocking.length > 0 && unanswered.length === 0 ? 'review' : turn
}
