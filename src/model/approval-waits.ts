import type { Checkpoint } from './checkpoint.ts'
import { isOutlived } from './outlived-approval.ts'
import { owedOn } from './owed-on.ts'
import type { Pull } from './pull.ts'

/**
 * An approval may wait long: until the forge lets it merge, until the agent has answered, until people have settled what stands in its way,
 * or until the agent brings anew what somebody has pushed to since. Until that is claimed, whoever could have said no still can; nobody is
 * left with nothing but a yes to say.
 */
export function approvalWaits(
  pull: Pick<Pull, 'hosted' | 'unanswered' | 'blocking' | 'merge' | 'base' | 'head' | 'tree'>,
  checkpoint: Pick<Checkpoint, 'status' | 'spent_at' | 'remarks' | 'content'>,
  rejected: readonly unknown[],
): boolean {
  const held = owedOn(pull, checkpoint) + pull.blocking.length + rejected.length
  const stands = checkpoint.status === 'approved' && (checkpoint.spent_at === null || pull.merge !== null)
  return stands && (pull.hosted !== undefined || held > 0 || isOutlived(pull, checkpoint))
}
