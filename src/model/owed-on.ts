import type { Checkpoint } from './checkpoint.ts'
import type { Pull } from './pull.ts'

/** How many comments on a pull request the agent has yet to answer: threads, and what was said of the whole. */
export function owedOn(
  { unanswered }: Pick<Pull, 'unanswered'>,
  checkpoint: Pick<Checkpoint, 'remarks'> | null | undefined,
): number {
  return unanswered.length + (checkpoint?.remarks ?? []).filter(({ answer }) => answer === null).length
}
