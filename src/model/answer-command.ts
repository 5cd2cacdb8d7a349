import type { Checkpoint } from './checkpoint.ts'

/** How a person answers a checkpoint at the command line, by the first answer that it takes. */
export function answerCommand({ id, terms: { answers } }: Pick<Checkpoint, 'id' | 'terms'>): string {
  if (answers.includes('approve')) return `approve ${id}`
  return answers.includes('respond') ? `respond ${id} --value JSON` : `reject ${id} --reason WHY`
}
