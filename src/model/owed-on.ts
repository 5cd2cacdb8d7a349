import type { Checkpoint, Remark } from './checkpoint.ts'
import type { Pull } from './pull.ts'

/** How many comments on a pull request the agent has yet to answer: threads, and what was said of the whole. */
export function owedOn(
  { unanswered }: Pick<Pull, 'unanswered'>,
  checkpoint: Pick<Checkpoint, 'remarks'> | null | undefined,
): number {
  return unanswered.length + (checkpoint?.remarks ?? []).filter(isOwed).length
}

/** Whether the agent has yet to answer a remark. */
export function isOwed({ answer, wordless }: Pick<Remark, 'answer' | 'wordless'>): boolean {
  return answer === null && wordless === undefined
}
